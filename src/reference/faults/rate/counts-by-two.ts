import type { Fault } from '../../variant.ts';

export const countsByTwo: Fault = {
  id: 'counts-by-two',
  title: 'Counts every request twice',
  breaks: ['rate.remaining-counts-down'],
  follows: ['rate.counts-every-operation'],
  apply: (base) => ({ ...base, cost: (request) => 2 * base.cost(request) }),
};
