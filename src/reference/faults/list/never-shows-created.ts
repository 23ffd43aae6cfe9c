import type { Fault } from '../../variant.ts';

export const neverShowsCreated: Fault = {
  id: 'never-shows-created',
  title: 'Lists what was there when it started',
  breaks: ['list.shows-created'],
  follows: ['list.status-filter-complete', 'list.fills-page', 'list.agrees-with-created', 'list.default-limit'],
  apply: (base) => ({
    ...base,
    matches: (animal, filter, query) =>
      base.matches(animal, filter, query) && animal.createdAt < base.now() - 3_600_000,
  }),
};
