import type { Fault } from '../../variant.ts';

export const countersNotShared: Fault = {
  id: 'counters-not-shared',
  title: 'Counts on two nodes that share nothing',
  breaks: ['rate.remaining-counts-down'],
  follows: ['rate.counts-every-operation'],
  apply: (base) => ({
    ...base,
    counter: (request, customer) => {
      const counter = base.counter(request, customer);
      return { ...counter, name: `${request.serial % 2}:${counter.name}` };
    },
  }),
};
