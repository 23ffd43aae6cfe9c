import type { LegalVariant } from '../../variant.ts';

export const storeWithLargeIds: LegalVariant = {
  id: 'store-with-large-ids',
  title: 'Holds animals with ids above 2^53',
  needs: { firstId: 2n ** 53n + 1n },
  apply: (base) => base,
};
