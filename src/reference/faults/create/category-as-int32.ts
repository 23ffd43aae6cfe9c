import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const categoryAsInt32: Fault = {
  id: 'category-as-int32',
  title: 'Keeps the lower 32 bits of category ids',
  breaks: ['create.int64'],
  follows: ['create.echo', 'list.agrees-with-created'],
  apply: (base) => ({
    ...base,
    readCategory: (json) => {
      const category = base.readCategory(json);
      return category.ok ? accept(BigInt.asIntN(32, category.value)) : category;
    },
  }),
};
