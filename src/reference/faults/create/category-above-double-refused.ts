import { accept, andThen, refuse } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const categoryAboveDoubleRefused: Fault = {
  id: 'category-above-double-refused',
  title: 'Refuses category ids above 2^53 - 1',
  breaks: ['create.int64'],
  apply: (base) => ({
    ...base,
    readCategory: (json) =>
      andThen(base.readCategory(json), (category) =>
        category > 2n ** 53n - 1n ? refuse('categoryId is too large.') : accept(category),
      ),
  }),
};
