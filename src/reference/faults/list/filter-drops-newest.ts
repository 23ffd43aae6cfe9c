import type { Fault } from '../../variant.ts';

export const filterDropsNewest: Fault = {
  id: 'filter-drops-newest',
  title: 'Leaves the newest animal out of filtered lists',
  breaks: ['list.status-filter-complete'],
  follows: ['list.fills-page', 'list.shows-created'],
  apply: (base) => ({
    ...base,
    page: (animals, limit, query) => base.page(query.has('status') ? animals.slice(1) : animals, limit, query),
  }),
};
