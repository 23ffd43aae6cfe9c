import type { Fault } from '../../variant.ts';

export const limitBeforeFilter: Fault = {
  id: 'limit-before-filter',
  title: 'Applies the limit before the filter',
  breaks: ['list.fills-page'],
  follows: ['list.status-filter-complete', 'list.shows-created'],
  apply: (base) => ({
    ...base,
    matches: () => true,
    page: (animals, limit, query) =>
      base.page(animals, limit, query).filter((animal) => base.matches(animal, query.get('status'), query)),
  }),
};
