import { accept, andThen } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const categoryAsInt32: Fault = {
  id: 'category-as-int32',
  title: 'Keeps the lower 32 bits of category ids',
  breaks: ['create.int64'],
  follows: ['create.echo', 'list.agrees-with-created'],
  apply: (base) => ({
    ...base,
    readCategory: (json) => andThen(base.readCategory(json), (category) => accept(BigInt.asIntN(32, category))),
  }),
};
