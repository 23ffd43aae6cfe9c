import { accept } from '../../message.ts';
import type { LegalVariant } from '../../variant.ts';

export const limitZeroGivesNothing: LegalVariant = {
  id: 'limit-zero-gives-nothing',
  title: 'Takes limit=0 for an empty list',
  apply: (base) => ({ ...base, readLimit: (text) => (text === '0' ? accept(0) : base.readLimit(text)) }),
};
