import { onAnswer, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { LegalVariant } from '../../variant.ts';

export const totalCount: LegalVariant = {
  id: 'total-count',
  title: 'Sends the total count and a cursor',
  apply: (base) =>
    reshapeAnswer(base, onAnswer('list', 200), (answer) =>
      withHeader('X-Next-Cursor', 'b64x')(withHeader('X-Total-Count', '4711')(answer)),
    ),
};
