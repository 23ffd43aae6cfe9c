import { showInstead } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const gotCategoryAsInt32: Fault = {
  id: 'got-category-as-int32',
  title: 'Answers the lower 32 bits of category ids',
  breaks: ['get.same-as-created'],
  follows: ['get.ok', 'create.int64'],
  apply: (base) =>
    showInstead(base, 'get', (animal) => ({ ...animal, categoryId: BigInt.asIntN(32, animal.categoryId) })),
};
