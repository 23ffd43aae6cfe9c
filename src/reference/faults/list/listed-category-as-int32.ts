import { showInstead } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const listedCategoryAsInt32: Fault = {
  id: 'listed-category-as-int32',
  title: 'Lists the lower 32 bits of category ids',
  breaks: ['list.agrees-with-created'],
  follows: ['create.int64'],
  apply: (base) =>
    showInstead(base, 'list', (animal) => ({ ...animal, categoryId: BigInt.asIntN(32, animal.categoryId) })),
};
