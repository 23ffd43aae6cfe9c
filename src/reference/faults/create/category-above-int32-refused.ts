import { accept, andThen, refuse } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const categoryAboveInt32Refused: Fault = {
  id: 'category-above-int32-refused',
  title: 'Refuses category ids above 2^31 - 1',
  breaks: ['create.int64'],
  apply: (base) => ({
    ...base,
    readCategory: (json) =>
      andThen(base.readCategory(json), (category) =>
        category > 2n ** 31n - 1n ? refuse('categoryId is too large.') : accept(category),
      ),
  }),
};
