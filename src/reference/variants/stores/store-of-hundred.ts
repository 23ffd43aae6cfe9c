import type { LegalVariant } from '../../variant.ts';

export const storeOfHundred: LegalVariant = {
  id: 'store-of-hundred',
  title: 'Holds exactly a hundred animals',
  needs: { seed: 100 },
  apply: (base) => base,
};
