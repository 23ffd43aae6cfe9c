import { without } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const gotWithoutCategory: Fault = {
  id: 'got-without-category',
  title: 'Answers an animal without its category',
  breaks: ['get.schema', 'get.same-as-created'],
  follows: ['get.ok'],
  apply: (base) => reshapeAnimal(base, 'get', (body) => without(body, 'categoryId')),
};
