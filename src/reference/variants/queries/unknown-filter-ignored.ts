import { statuses } from '../../conforming/statuses.ts';
import { accept } from '../../message.ts';
import type { LegalVariant } from '../../variant.ts';

export const unknownFilterIgnored: LegalVariant = {
  id: 'unknown-filter-ignored',
  title: 'Ignores an unknown status filter',
  apply: (base) => ({
    ...base,
    readFilter: (text) => accept(text !== null && statuses.includes(text) ? text : null),
  }),
};
