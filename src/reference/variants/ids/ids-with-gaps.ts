import type { LegalVariant } from '../../variant.ts';

export const idsWithGaps: LegalVariant = {
  id: 'ids-with-gaps',
  title: 'Leaves gaps between ids, as a clustered database does',
  apply: (base) => ({ ...base, nextId: (store) => base.nextId(store) + 16n }),
};
