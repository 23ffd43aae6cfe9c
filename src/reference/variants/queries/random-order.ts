import { createRandom } from '../../random.ts';
import type { LegalVariant } from '../../variant.ts';

export const randomOrder: LegalVariant = {
  id: 'random-order',
  title: 'Lists animals in another order each time',
  apply: (base) => {
    const random = createRandom(7);
    return {
      ...base,
      order: (animals) =>
        animals
          .map((animal) => ({ animal, at: random() }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ animal }) => animal),
    };
  },
};
