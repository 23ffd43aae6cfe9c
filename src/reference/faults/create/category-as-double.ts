import { accept, andThen } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const categoryAsDouble: Fault = {
  id: 'category-as-double',
  title: 'Reads category ids as doubles',
  breaks: ['create.int64'],
  follows: ['create.echo', 'create.schema', 'list.schema', 'list.agrees-with-created', 'get.schema'],
  apply: (base) => ({
    ...base,
    readCategory: (json) => andThen(base.readCategory(json), (category) => accept(BigInt(Number(category)))),
  }),
};
