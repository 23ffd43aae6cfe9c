import { without } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const itemWithoutId: Fault = {
  id: 'item-without-id',
  title: 'Lists animals without their ids',
  breaks: ['list.schema'],
  follows: ['list.shows-created', 'list.status-filter-complete'],
  apply: (base) => reshapeAnimal(base, 'list', (body) => without(body, 'id')),
};
