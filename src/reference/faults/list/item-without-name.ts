import { without } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const itemWithoutName: Fault = {
  id: 'item-without-name',
  title: 'Lists animals without their names',
  breaks: ['list.schema'],
  follows: ['list.shows-created', 'list.agrees-with-created'],
  apply: (base) => reshapeAnimal(base, 'list', (body) => without(body, 'name')),
};
