import { restate } from '../../requota.ts';
import { faults } from '../../variant.ts';

/** Faults in the value of `X-RateLimit-Limit`. */
export const rateLimitFaults = faults({
  'limit-of-no-plan': {
    title: 'Sends a Limit of 100, which no plan has',
    breaks: ['rate.limit-matches-plan'],
    follows: ['rate.remaining-in-range'],
    apply: restate(() => ({ limit: '100' })),
  },
  'limit-doubled': {
    title: 'Sends twice the limit of the plan',
    breaks: ['rate.limit-matches-plan'],
    apply: restate(({ limit }) => ({ limit: String(2 * Number(limit)) })),
  },
  'limit-per-hour': {
    title: 'Sends the limit per hour',
    breaks: ['rate.limit-matches-plan'],
    apply: restate(({ limit }) => ({ limit: String(60 * Number(limit)) })),
  },
  'limit-is-remaining': {
    title: 'Sends Remaining as Limit',
    breaks: ['rate.limit-matches-plan'],
    apply: restate(({ remaining }) => ({ limit: remaining })),
  },
  'create-has-own-limit': {
    title: 'Sends another limit on POST /pets',
    breaks: ['rate.limit-matches-plan'],
    follows: ['rate.remaining-in-range'],
    apply: restate(({ limit }, _, { operation }) => ({ limit: operation === 'create' ? '10' : limit })),
  },
  'limit-with-policies': {
    title: 'Sends a list of policies in Limit',
    breaks: ['rate.single-integer'],
    follows: ['rate.limit-matches-plan', 'rate.remaining-in-range'],
    apply: restate(({ limit }) => ({ limit: `${limit}, ${limit};window=60` })),
  },
  'limit-unlimited': {
    title: 'Sends `unlimited` as Limit',
    breaks: ['rate.single-integer'],
    follows: ['rate.limit-matches-plan', 'rate.remaining-in-range'],
    apply: restate(() => ({ limit: 'unlimited' })),
  },
  'limit-with-comma': {
    title: 'Sends Limit with a thousands separator',
    breaks: ['rate.single-integer'],
    follows: ['rate.limit-matches-plan', 'rate.remaining-in-range'],
    apply: restate(({ limit }) => ({ limit: `${limit.slice(0, -1)},${limit.slice(-1)}` })),
  },
  'limit-empty': {
    title: 'Sends an empty Limit',
    breaks: ['rate.single-integer'],
    follows: ['rate.limit-matches-plan', 'rate.remaining-in-range', 'rate.headers-present'],
    apply: restate(() => ({ limit: '' })),
  },
  'limit-with-decimal-point': {
    title: 'Sends Limit as 60.0',
    breaks: ['rate.single-integer'],
    follows: ['rate.limit-matches-plan'],
    apply: restate(({ limit }) => ({ limit: `${limit}.0` })),
  },
  'limit-with-unit': {
    title: 'Sends Limit as 60/minute',
    breaks: ['rate.single-integer'],
    follows: ['rate.limit-matches-plan', 'rate.remaining-in-range'],
    apply: restate(({ limit }) => ({ limit: `${limit}/minute` })),
  },
  'limit-lines-of-two-limiters': {
    title: 'Sends the Limit and Remaining headers of a second limiter too',
    breaks: ['rate.single-integer'],
    follows: [
      'rate.remaining-counts-down',
      'rate.remaining-in-range',
      'rate.limit-matches-plan',
      'rate.counts-every-operation',
    ],
    apply: (base) => ({
      rateHeaders: (values, request) => [
        ...base.rateHeaders(values, request),
        ['X-RateLimit-Limit', '100000'],
        ['X-RateLimit-Remaining', '99999'],
      ],
    }),
  },
});
