import type { Fault } from '../../variant.ts';

export const limitIgnored: Fault = {
  id: 'limit-ignored',
  title: 'Always gives twenty animals',
  breaks: ['list.limit-honoured', 'list.status-with-limit'],
  follows: ['list.fills-page', 'list.status-filter-complete', 'list.shows-created'],
  apply: (base) => ({ ...base, page: (animals, _, query) => base.page(animals, 20, query) }),
};
