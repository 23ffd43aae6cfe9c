import type { Fault } from '../../variant.ts';

export const availableFilterIgnored: Fault = {
  id: 'available-filter-ignored',
  title: 'Ignores the filter for available animals',
  breaks: ['list.status-filter.available'],
  follows: ['list.status-with-limit', 'list.status-filter-complete'],
  apply: (base) => ({
    ...base,
    matches: (animal, filter, query) => filter === 'available' || base.matches(animal, filter, query),
  }),
};
