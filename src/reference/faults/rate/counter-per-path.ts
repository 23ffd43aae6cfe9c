import type { Fault } from '../../variant.ts';

export const counterPerPath: Fault = {
  id: 'counter-per-path',
  title: 'Counts each path on its own',
  breaks: ['rate.counts-every-operation'],
  follows: ['rate.remaining-counts-down'],
  apply: (base) => ({
    ...base,
    counter: (request, customer) => {
      const counter = base.counter(request, customer);
      return { ...counter, name: `${request.path}:${counter.name}` };
    },
  }),
};
