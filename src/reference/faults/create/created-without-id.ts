import { without } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const createdWithoutId: Fault = {
  id: 'created-without-id',
  title: 'Answers the created animal without its id',
  breaks: ['create.schema'],
  follows: ['create.unique-ids'],
  apply: (base) => reshapeAnimal(base, 'create', (body) => without(body, 'id')),
};
