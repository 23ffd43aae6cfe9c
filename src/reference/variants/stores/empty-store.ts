import type { LegalVariant } from '../../variant.ts';

export const emptyStore: LegalVariant = {
  id: 'empty-store',
  title: 'Holds no animal',
  needs: { seed: 0 },
  apply: (base) => base,
};
