import type { LegalVariant } from '../../variant.ts';

export const listedAfterAWhile: LegalVariant = {
  id: 'listed-after-a-while',
  title: 'Lists created animals after one and a half seconds, and finds them at once',
  apply: (base) => ({
    ...base,
    matches: (animal, filter, query) => base.matches(animal, filter, query) && base.now() - animal.createdAt >= 1_500,
  }),
};
