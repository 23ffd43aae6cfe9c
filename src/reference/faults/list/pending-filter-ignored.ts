import type { Fault } from '../../variant.ts';

export const pendingFilterIgnored: Fault = {
  id: 'pending-filter-ignored',
  title: 'Ignores the filter for pending animals',
  breaks: ['list.status-filter.pending'],
  follows: ['list.status-with-limit', 'list.status-filter-complete'],
  apply: (base) => ({
    ...base,
    matches: (animal, filter, query) => filter === 'pending' || base.matches(animal, filter, query),
  }),
};
