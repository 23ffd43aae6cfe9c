import type { LegalVariant } from '../../variant.ts';

export const storeOfOne: LegalVariant = {
  id: 'store-of-one',
  title: 'Holds one animal',
  needs: { seed: 1 },
  apply: (base) => base,
};
