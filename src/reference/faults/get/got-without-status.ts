import { without } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const gotWithoutStatus: Fault = {
  id: 'got-without-status',
  title: 'Answers an animal without its status',
  breaks: ['get.same-as-created'],
  follows: ['get.ok'],
  apply: (base) => reshapeAnimal(base, 'get', (body) => without(body, 'status')),
};
