import type { LegalVariant } from '../../variant.ts';

export const pagesOfFifty: LegalVariant = {
  id: 'pages-of-fifty',
  title: 'Never gives more than fifty animals, oldest first',
  needs: { seed: 150 },
  apply: (base) => ({
    ...base,
    order: (animals) => animals,
    page: (animals, limit, query) => base.page(animals, Math.min(50, limit), query),
  }),
};
