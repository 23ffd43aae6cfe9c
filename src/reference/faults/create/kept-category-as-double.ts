import type { Fault } from '../../variant.ts';

export const keptCategoryAsDouble: Fault = {
  id: 'kept-category-as-double',
  title: 'Keeps category ids rounded to doubles, and answers them right',
  breaks: ['get.same-as-created', 'list.agrees-with-created'],
  follows: ['get.schema', 'list.schema', 'create.int64'],
  apply: (base) => ({
    ...base,
    keep: (animal) => base.keep({ ...animal, categoryId: BigInt(Number(animal.categoryId)) }),
  }),
};
