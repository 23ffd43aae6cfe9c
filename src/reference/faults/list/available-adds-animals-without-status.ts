import type { Fault } from '../../variant.ts';

export const availableAddsAnimalsWithoutStatus: Fault = {
  id: 'available-adds-animals-without-status',
  title: 'Takes animals without a status for available',
  breaks: ['list.status-filter.available'],
  follows: ['list.status-with-limit', 'list.status-filter-complete'],
  apply: (base) => ({
    ...base,
    matches: (animal, filter, query) =>
      base.matches(animal, filter, query) || (filter === 'available' && animal.status === null),
  }),
};
