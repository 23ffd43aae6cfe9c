import type { Fault } from '../../variant.ts';

export const limitLostWithFilter: Fault = {
  id: 'limit-lost-with-filter',
  title: 'Ignores the limit where a status filter is sent',
  breaks: ['list.status-with-limit', 'list.limit-honoured'],
  follows: ['list.fills-page', 'list.status-filter-complete'],
  apply: (base) => ({
    ...base,
    page: (animals, limit, query) => base.page(animals, query.has('status') ? 20 : limit, query),
  }),
};
