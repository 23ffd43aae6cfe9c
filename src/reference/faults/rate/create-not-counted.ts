import type { Fault } from '../../variant.ts';

export const createNotCounted: Fault = {
  id: 'create-not-counted',
  title: 'Does not count creations',
  breaks: ['rate.counts-every-operation'],
  follows: ['rate.remaining-counts-down'],
  apply: (base) => ({ ...base, cost: (request) => (request.operation === 'create' ? 0 : base.cost(request)) }),
};
