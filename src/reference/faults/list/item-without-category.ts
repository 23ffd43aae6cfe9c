import { without } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const itemWithoutCategory: Fault = {
  id: 'item-without-category',
  title: 'Lists animals without their category',
  breaks: ['list.schema'],
  follows: ['list.agrees-with-created'],
  apply: (base) => reshapeAnimal(base, 'list', (body) => without(body, 'categoryId')),
};
