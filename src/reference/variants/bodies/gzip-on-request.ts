import { gzipSync } from 'node:zlib';
import { always, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { LegalVariant } from '../../variant.ts';

export const gzipOnRequest: LegalVariant = {
  id: 'gzip-on-request',
  title: 'Compresses bodies where the client takes gzip',
  apply: (base) =>
    reshapeAnswer(base, always, (answer, { headers }) =>
      answer.body.length > 0 && headers.get('accept-encoding')?.includes('gzip')
        ? {
            ...withHeader('Vary', 'Accept-Encoding')(withHeader('Content-Encoding', 'gzip')(answer)),
            body: gzipSync(answer.body),
          }
        : answer,
    ),
};
