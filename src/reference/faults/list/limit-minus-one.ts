import type { Fault } from '../../variant.ts';

export const limitMinusOne: Fault = {
  id: 'limit-minus-one',
  title: 'Gives one animal less than the limit',
  breaks: ['list.fills-page'],
  follows: ['list.status-filter-complete'],
  apply: (base) => ({ ...base, page: (animals, limit, query) => base.page(animals, Math.max(1, limit - 1), query) }),
};
