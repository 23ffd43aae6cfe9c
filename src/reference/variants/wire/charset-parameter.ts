import { always, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { LegalVariant } from '../../variant.ts';

export const charsetParameter: LegalVariant = {
  id: 'charset-parameter',
  title: 'Adds a charset to the media type',
  apply: (base) => reshapeAnswer(base, always, withHeader('Content-Type', 'application/json; charset=utf-8')),
};
