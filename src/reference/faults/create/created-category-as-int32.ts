import { showInstead } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const createdCategoryAsInt32: Fault = {
  id: 'created-category-as-int32',
  title: 'Answers the lower 32 bits of category ids, and keeps them right',
  breaks: ['create.int64'],
  follows: ['create.echo', 'get.same-as-created', 'list.agrees-with-created'],
  apply: (base) =>
    showInstead(base, 'create', (animal) => ({ ...animal, categoryId: BigInt.asIntN(32, animal.categoryId) })),
};
