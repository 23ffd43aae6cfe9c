import type { Fault } from '../../variant.ts';

export const emptyWithFilterAndLimit: Fault = {
  id: 'empty-with-filter-and-limit',
  title: 'Gives nothing where filter and limit are sent together',
  breaks: ['list.fills-page'],
  follows: ['list.status-filter-complete', 'list.status-with-limit'],
  apply: (base) => ({
    ...base,
    page: (animals, limit, query) =>
      query.has('status') && query.has('limit') ? [] : base.page(animals, limit, query),
  }),
};
