import { always, reshapeAnswer } from '../../reshape.ts';
import type { LegalVariant } from '../../variant.ts';

export const browserHeaders: LegalVariant = {
  id: 'browser-headers',
  title: 'Sends headers for browsers and caches',
  apply: (base) =>
    reshapeAnswer(base, always, (answer) => ({
      ...answer,
      headers: [
        ...answer.headers,
        ['Access-Control-Allow-Origin', '*'],
        ['Cache-Control', 'no-store'],
        ['Strict-Transport-Security', 'max-age=31536000'],
        ['X-Content-Type-Options', 'nosniff'],
      ],
    })),
};
