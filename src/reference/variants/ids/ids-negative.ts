import type { LegalVariant } from '../../variant.ts';

export const idsNegative: LegalVariant = {
  id: 'ids-negative',
  title: 'Counts ids downwards from -1',
  apply: (base) => ({ ...base, nextId: (store) => -1n - BigInt(store.all().length) }),
};
