import type { LegalVariant } from '../../variant.ts';

export const idsNearMaximum: LegalVariant = {
  id: 'ids-near-maximum',
  title: 'Gives ids just below 2^63',
  apply: (base) => ({ ...base, nextId: (store) => 2n ** 63n - 1_000_000n + BigInt(store.all().length) }),
};
