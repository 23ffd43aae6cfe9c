import { without } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { statusFilters } from '../clauses.ts';

export const itemWithoutStatus: Fault = {
  id: 'item-without-status',
  title: 'Lists animals without their status',
  breaks: ['list.agrees-with-created', ...statusFilters],
  follows: ['list.status-with-limit', 'list.status-filter-complete'],
  apply: (base) => reshapeAnimal(base, 'list', (body) => without(body, 'status')),
};
