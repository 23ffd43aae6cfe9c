import type { Fault } from '../../variant.ts';

export const createdOnlyInFilteredLists: Fault = {
  id: 'created-only-in-filtered-lists',
  title: 'Shows created animals in filtered lists only',
  breaks: ['list.shows-created'],
  follows: ['list.fills-page', 'list.default-limit', 'list.agrees-with-created'],
  apply: (base) => ({
    ...base,
    matches: (animal, filter, query) =>
      base.matches(animal, filter, query) && (filter !== null || animal.createdAt < base.now() - 3_600_000),
  }),
};
