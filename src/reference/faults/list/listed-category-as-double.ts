import { showInstead } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const listedCategoryAsDouble: Fault = {
  id: 'listed-category-as-double',
  title: 'Lists category ids rounded to doubles',
  breaks: ['list.agrees-with-created'],
  follows: ['list.schema', 'create.int64'],
  apply: (base) =>
    showInstead(base, 'list', (animal) => ({ ...animal, categoryId: BigInt(Number(animal.categoryId)) })),
};
