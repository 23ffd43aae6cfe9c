import { showInstead } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const createdCategoryAsDouble: Fault = {
  id: 'created-category-as-double',
  title: 'Answers category ids rounded to doubles, and keeps them right',
  breaks: ['create.int64'],
  follows: ['create.echo', 'create.schema', 'get.same-as-created', 'list.agrees-with-created'],
  apply: (base) =>
    showInstead(base, 'create', (animal) => ({ ...animal, categoryId: BigInt(Number(animal.categoryId)) })),
};
