import type { Fault } from '../../variant.ts';
import { statusFilters } from '../clauses.ts';

export const filterAddsAnimalsWithoutStatus: Fault = {
  id: 'filter-adds-animals-without-status',
  title: 'Shows animals without a status in every filtered list',
  breaks: [...statusFilters],
  follows: ['list.status-with-limit', 'list.status-filter-complete'],
  apply: (base) => ({
    ...base,
    matches: (animal, filter, query) => base.matches(animal, filter, query) || animal.status === null,
  }),
};
