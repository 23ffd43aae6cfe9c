import { integer, object } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const createdOnlyId: Fault = {
  id: 'created-only-id',
  title: 'Answers the id alone',
  breaks: ['create.schema'],
  follows: [
    'create.echo',
    'create.text',
    'create.int64',
    'create.name-verbatim',
    'create.each-status',
    'get.same-as-created',
  ],
  apply: (base) => reshapeAnimal(base, 'create', (_, { id }) => object(['id', integer(id)])),
};
