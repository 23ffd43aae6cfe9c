import type { Fault } from '../../variant.ts';

export const listNotCounted: Fault = {
  id: 'list-not-counted',
  title: 'Does not count lists',
  breaks: ['rate.counts-every-operation'],
  follows: ['rate.remaining-counts-down'],
  apply: (base) => ({ ...base, cost: (request) => (request.operation === 'list' ? 0 : base.cost(request)) }),
};
