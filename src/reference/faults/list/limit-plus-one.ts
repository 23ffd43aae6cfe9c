import type { Fault } from '../../variant.ts';

export const limitPlusOne: Fault = {
  id: 'limit-plus-one',
  title: 'Gives one animal more than the limit',
  breaks: ['list.limit-honoured', 'list.default-limit', 'list.status-with-limit'],
  follows: ['list.never-above-maximum'],
  apply: (base) => ({ ...base, page: (animals, limit, query) => base.page(animals, limit + 1, query) }),
};
