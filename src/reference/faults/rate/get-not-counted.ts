import type { Fault } from '../../variant.ts';

export const getNotCounted: Fault = {
  id: 'get-not-counted',
  title: 'Does not count single animals',
  breaks: ['rate.counts-every-operation'],
  follows: ['rate.remaining-counts-down'],
  apply: (base) => ({ ...base, cost: (request) => (request.operation === 'get' ? 0 : base.cost(request)) }),
};
