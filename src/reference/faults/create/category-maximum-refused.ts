import { refuse } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const categoryMaximumRefused: Fault = {
  id: 'category-maximum-refused',
  title: 'Refuses the largest 64-bit category id',
  breaks: ['create.int64'],
  apply: (base) => ({
    ...base,
    readCategory: (json) => {
      const category = base.readCategory(json);
      return category.ok && category.value >= 2n ** 63n - 1n ? refuse('categoryId is too large.') : category;
    },
  }),
};
