import type { Fault } from '../../variant.ts';

export const showsCreatedAfterAMinute: Fault = {
  id: 'shows-created-after-a-minute',
  title: 'Lists an animal a minute after its creation',
  breaks: ['list.shows-created'],
  follows: ['list.status-filter-complete', 'list.fills-page', 'list.agrees-with-created', 'list.default-limit'],
  apply: (base) => ({
    ...base,
    matches: (animal, filter, query) => base.matches(animal, filter, query) && animal.createdAt < base.now() - 60_000,
  }),
};
