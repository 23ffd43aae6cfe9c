import type { Fault } from '../../variant.ts';

export const filterDropsEveryThird: Fault = {
  id: 'filter-drops-every-third',
  title: 'Leaves animals out of filtered lists',
  breaks: ['list.status-filter-complete'],
  follows: ['list.fills-page', 'list.shows-created'],
  apply: (base) => ({
    ...base,
    matches: (animal, filter, query) =>
      base.matches(animal, filter, query) && (filter === null || animal.id % 3n !== 0n),
  }),
};
