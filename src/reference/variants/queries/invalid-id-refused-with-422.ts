import { readInt64 } from '../../int64.ts';
import { refuse } from '../../message.ts';
import type { LegalVariant } from '../../variant.ts';

export const invalidIdRefusedWith422: LegalVariant = {
  id: 'invalid-id-refused-with-422',
  title: 'Answers 422 where an id is no 64-bit integer',
  apply: (base) => ({
    ...base,
    readId: (text) =>
      readInt64(text) === undefined ? refuse('petId must be a 64-bit integer.', 422) : base.readId(text),
  }),
};
