import type { LegalVariant } from '../../variant.ts';

export const unauthorizedNotCounted: LegalVariant = {
  id: 'unauthorized-not-counted',
  title: 'Does not count requests without a valid key',
  apply: (base) => ({ ...base, cost: (request) => (base.credential(request) === null ? 0 : base.cost(request)) }),
};
