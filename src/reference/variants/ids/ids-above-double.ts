import type { LegalVariant } from '../../variant.ts';

export const idsAboveDouble: LegalVariant = {
  id: 'ids-above-double',
  title: 'Gives ids above 2^53',
  apply: (base) => ({ ...base, nextId: (store) => 2n ** 53n + 1n + BigInt(store.all().length) }),
};
