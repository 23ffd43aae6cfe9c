import { showInstead } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const gotCategoryAsDouble: Fault = {
  id: 'got-category-as-double',
  title: 'Answers category ids rounded to doubles',
  breaks: ['get.same-as-created'],
  follows: ['get.ok', 'get.schema', 'create.int64'],
  apply: (base) => showInstead(base, 'get', (animal) => ({ ...animal, categoryId: BigInt(Number(animal.categoryId)) })),
};
