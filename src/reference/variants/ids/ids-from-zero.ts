import type { LegalVariant } from '../../variant.ts';

export const idsFromZero: LegalVariant = {
  id: 'ids-from-zero',
  title: 'Counts ids from 0',
  apply: (base) => ({ ...base, nextId: (store) => BigInt(store.all().length) }),
};
