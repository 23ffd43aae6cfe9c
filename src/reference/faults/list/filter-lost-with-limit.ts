import type { Fault } from '../../variant.ts';
import { statusFilters } from '../clauses.ts';

export const filterLostWithLimit: Fault = {
  id: 'filter-lost-with-limit',
  title: 'Ignores the status filter where a limit is sent',
  breaks: ['list.status-with-limit'],
  follows: [...statusFilters, 'list.status-filter-complete', 'list.fills-page'],
  apply: (base) => ({
    ...base,
    matches: (animal, filter, query) => base.matches(animal, query.has('limit') ? null : filter, query),
  }),
};
