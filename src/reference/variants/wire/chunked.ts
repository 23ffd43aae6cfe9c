import { always, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { LegalVariant } from '../../variant.ts';

export const chunked: LegalVariant = {
  id: 'chunked',
  title: 'Sends bodies in chunks',
  apply: (base) =>
    reshapeAnswer(base, always, (answer) =>
      answer.body.length === 0 ? answer : withHeader('Transfer-Encoding', 'chunked')(answer),
    ),
};
