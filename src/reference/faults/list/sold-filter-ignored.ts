import type { Fault } from '../../variant.ts';

export const soldFilterIgnored: Fault = {
  id: 'sold-filter-ignored',
  title: 'Ignores the filter for sold animals',
  breaks: ['list.status-filter.sold'],
  follows: ['list.status-with-limit', 'list.status-filter-complete'],
  apply: (base) => ({
    ...base,
    matches: (animal, filter, query) => filter === 'sold' || base.matches(animal, filter, query),
  }),
};
