import { countBy } from '../../requota.ts';
import { faults } from '../../variant.ts';

/** Faults in which requests are counted, and on which counter. */
export const rateCountingFaults = faults({
  'counts-by-two': {
    title: 'Counts every request twice',
    breaks: ['rate.remaining-counts-down'],
    follows: ['rate.counts-every-operation'],
    apply: (base) => ({ ...base, cost: (request) => 2 * base.cost(request) }),
  },
  'counts-by-authorization-line': {
    title: 'Counts by the whole Authorization header, so that another writing of the scheme has a counter of its own',
    breaks: ['auth.scheme-case'],
    apply: (base) =>
      countBy(base, (name, { headers }, tier) => (tier === 'anonymous' ? name : (headers.get('authorization') ?? ''))),
  },
  'counters-not-shared': {
    title: 'Counts on two nodes that share nothing',
    breaks: ['rate.remaining-counts-down'],
    follows: ['rate.counts-every-operation'],
    apply: (base) => countBy(base, (name, { serial }) => `${serial % 2}:${name}`),
  },
  'counter-per-operation': {
    title: 'Counts each operation on its own',
    breaks: ['rate.counts-every-operation'],
    follows: ['rate.remaining-counts-down'],
    apply: (base) => countBy(base, (name, { operation }) => `${operation}:${name}`),
  },
  'counter-per-path': {
    title: 'Counts each path on its own',
    breaks: ['rate.counts-every-operation'],
    follows: ['rate.remaining-counts-down'],
    apply: (base) => countBy(base, (name, { path }) => `${path}:${name}`),
  },
  'list-not-counted': {
    title: 'Does not count lists',
    breaks: ['rate.counts-every-operation'],
    follows: ['rate.remaining-counts-down'],
    apply: (base) => ({ ...base, cost: (request) => (request.operation === 'list' ? 0 : base.cost(request)) }),
  },
  'create-not-counted': {
    title: 'Does not count creations',
    breaks: ['rate.counts-every-operation'],
    follows: ['rate.remaining-counts-down'],
    apply: (base) => ({ ...base, cost: (request) => (request.operation === 'create' ? 0 : base.cost(request)) }),
  },
  'get-not-counted': {
    title: 'Does not count single animals',
    breaks: ['rate.counts-every-operation'],
    follows: ['rate.remaining-counts-down'],
    apply: (base) => ({ ...base, cost: (request) => (request.operation === 'get' ? 0 : base.cost(request)) }),
  },
});
