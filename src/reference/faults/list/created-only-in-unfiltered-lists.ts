import type { Fault } from '../../variant.ts';

export const createdOnlyInUnfilteredLists: Fault = {
  id: 'created-only-in-unfiltered-lists',
  title: 'Shows created animals in unfiltered lists only',
  breaks: ['list.status-filter-complete'],
  follows: ['list.shows-created', 'list.fills-page'],
  apply: (base) => ({
    ...base,
    matches: (animal, filter, query) =>
      base.matches(animal, filter, query) && (filter === null || animal.createdAt < base.now() - 3_600_000),
  }),
};
