import { accept, andThen, refuse } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const categoryMaximumRefused: Fault = {
  id: 'category-maximum-refused',
  title: 'Refuses the largest 64-bit category id',
  breaks: ['create.int64'],
  apply: (base) => ({
    ...base,
    readCategory: (json) =>
      andThen(base.readCategory(json), (category) =>
        category >= 2n ** 63n - 1n ? refuse('categoryId is too large.') : accept(category),
      ),
  }),
};
