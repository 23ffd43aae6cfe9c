import { refuse } from '../../message.ts';
import type { LegalVariant } from '../../variant.ts';

export const limitRefusedWith422: LegalVariant = {
  id: 'limit-refused-with-422',
  title: 'Answers 422 to an invalid limit',
  apply: (base) => ({
    ...base,
    readLimit: (text) => {
      const limit = base.readLimit(text);
      return limit.ok ? limit : refuse('limit must be an integer from 1 to 100.', 422);
    },
  }),
};
