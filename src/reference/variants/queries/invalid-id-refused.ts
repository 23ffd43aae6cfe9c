import { refuse } from '../../message.ts';
import type { LegalVariant } from '../../variant.ts';

const isInt64 = (text: string): boolean =>
  /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);

export const invalidIdRefused: LegalVariant = {
  id: 'invalid-id-refused',
  title: 'Answers 400 where an id is no 64-bit integer',
  apply: (base) => ({
    ...base,
    readId: (text) => (isInt64(text) ? base.readId(text) : refuse('petId must be a 64-bit integer.')),
  }),
};
