import { without } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const createdWithoutCategory: Fault = {
  id: 'created-without-category',
  title: 'Answers the created animal without its category',
  breaks: ['create.schema'],
  follows: ['create.echo', 'create.int64', 'get.same-as-created'],
  apply: (base) => reshapeAnimal(base, 'create', (body) => without(body, 'categoryId')),
};
