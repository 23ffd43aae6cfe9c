import { readInt64 } from '../../int64.ts';
import { refuse } from '../../message.ts';
import type { LegalVariant } from '../../variant.ts';

export const invalidIdRefused: LegalVariant = {
  id: 'invalid-id-refused',
  title: 'Answers 400 where an id is no 64-bit integer',
  apply: (base) => ({
    ...base,
    readId: (text) => (readInt64(text) === undefined ? refuse('petId must be a 64-bit integer.') : base.readId(text)),
  }),
};
