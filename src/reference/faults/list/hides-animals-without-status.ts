import type { Fault } from '../../variant.ts';

export const hidesAnimalsWithoutStatus: Fault = {
  id: 'hides-animals-without-status',
  title: 'Lists no animal that has no status',
  breaks: ['list.shows-created'],
  follows: ['list.fills-page', 'list.agrees-with-created'],
  apply: (base) => ({
    ...base,
    matches: (animal, filter, query) => base.matches(animal, filter, query) && animal.status !== null,
  }),
};
