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
    title: 'Counts by the entire Authorization header: another letter case of the scheme has its own counter',
    breaks: ['auth.scheme-case'],
    apply: (base) =>
      countBy(base, (name, { headers }, tier) => (tier === 'anonymous' ? name : (headers.get('authorization') ?? ''))),
  },
  'counters-not-shared': {
    title: 'Counts on two nodes without a shared counter',
    breaks: ['rate.remaining-counts-down'],
    follows: ['rate.counts-every-operation'],
    apply: (base) => countBy(base, (name, { serial }) => `${serial % 2}:${name}`),
  },
  'counter-per-operation': {
    title: 'Counts each operation separately',
    breaks: ['rate.counts-every-operation'],
    follows: ['rate.remaining-counts-down'],
    apply: (base) => countBy(base, (name, { operation }) => `${operation}:${name}`),
  },
  'counter-per-path': {
    title: 'Counts each path separately',
    breaks: ['rate.counts-every-operation'],
    follows: ['rate.remaining-counts-down'],
    apply: (base) => countBy(base, (name, { path }) => `${path}:${name}`),
  },
  'list-not-counted': {
    title: 'Does not count GET /pets',
    breaks: ['rate.counts-every-operation'],
    follows: ['rate.remaining-counts-down'],
    apply: (base) => ({ ...base, cost: (request) => (request.operation === 'list' ? 0 : base.cost(request)) }),
  },
  'create-not-counted': {
    title: 'Does not count POST /pets',
    breaks: ['rate.counts-every-operation'],
    follows: ['rate.remaining-counts-down'],
    apply: (base) => ({ ...base, cost: (request) => (request.operation === 'create' ? 0 : base.cost(request)) }),
  },
  'get-not-counted': {
    title: 'Does not count GET /pets/{id}',
    breaks: ['rate.counts-every-operation'],
    follows: ['rate.remaining-counts-down'],
    apply: (base) => ({ ...base, cost: (request) => (request.operation === 'get' ? 0 : base.cost(request)) }),
  },
});
