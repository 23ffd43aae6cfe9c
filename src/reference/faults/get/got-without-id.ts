import { without } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const gotWithoutId: Fault = {
  id: 'got-without-id',
  title: 'Answers an animal without its id',
  breaks: ['get.schema', 'get.same-as-created'],
  follows: ['get.ok'],
  apply: (base) => reshapeAnimal(base, 'get', (body) => without(body, 'id')),
};
