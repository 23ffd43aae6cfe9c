import { without } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const createdWithoutStatus: Fault = {
  id: 'created-without-status',
  title: 'Answers the created animal without its status',
  breaks: ['create.echo'],
  follows: ['get.same-as-created', 'list.agrees-with-created', 'create.each-status'],
  apply: (base) => reshapeAnimal(base, 'create', (body) => without(body, 'status')),
};
