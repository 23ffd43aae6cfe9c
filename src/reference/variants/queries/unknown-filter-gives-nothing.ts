import { accept } from '../../message.ts';
import type { LegalVariant } from '../../variant.ts';

export const unknownFilterGivesNothing: LegalVariant = {
  id: 'unknown-filter-gives-nothing',
  title: 'Gives an empty list for an unknown status filter',
  apply: (base) => ({ ...base, readFilter: (text) => accept(text) }),
};
