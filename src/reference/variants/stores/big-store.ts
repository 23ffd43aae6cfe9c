import type { LegalVariant } from '../../variant.ts';

export const bigStore: LegalVariant = {
  id: 'big-store',
  title: 'Holds 250 animals',
  needs: { seed: 250 },
  apply: (base) => base,
};
