import { gzipSync } from 'node:zlib';
import { always, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { LegalVariant } from '../../variant.ts';

export const gzipAlways: LegalVariant = {
  id: 'gzip-always',
  title: 'Compresses bodies even where the client did not ask for it',
  apply: (base) =>
    reshapeAnswer(base, always, (answer) =>
      answer.body.length === 0
        ? answer
        : { ...withHeader('Content-Encoding', 'gzip')(answer), body: gzipSync(answer.body) },
    ),
};
