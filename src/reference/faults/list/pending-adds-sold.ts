import type { Fault } from '../../variant.ts';

export const pendingAddsSold: Fault = {
  id: 'pending-adds-sold',
  title: 'Shows sold animals among the pending ones',
  breaks: ['list.status-filter.pending'],
  follows: ['list.status-with-limit', 'list.status-filter-complete'],
  apply: (base) => ({
    ...base,
    matches: (animal, filter, query) =>
      base.matches(animal, filter, query) || (filter === 'pending' && animal.status === 'sold'),
  }),
};
