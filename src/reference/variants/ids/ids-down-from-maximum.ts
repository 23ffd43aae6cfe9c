import type { LegalVariant } from '../../variant.ts';

export const idsDownFromMaximum: LegalVariant = {
  id: 'ids-down-from-maximum',
  title: 'Counts ids downwards from 2^63 - 1',
  apply: (base) => ({ ...base, nextId: (store) => 2n ** 63n - 1n - BigInt(store.all().length) }),
};
