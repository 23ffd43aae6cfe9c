import { without } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const gotWithoutName: Fault = {
  id: 'got-without-name',
  title: 'Answers an animal without its name',
  breaks: ['get.schema', 'get.same-as-created'],
  follows: ['get.ok'],
  apply: (base) => reshapeAnimal(base, 'get', (body) => without(body, 'name')),
};
