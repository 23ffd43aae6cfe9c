import type { LegalVariant } from '../../variant.ts';

export const storeOfTwenty: LegalVariant = {
  id: 'store-of-twenty',
  title: 'Holds exactly twenty animals',
  needs: { seed: 20 },
  apply: (base) => base,
};
