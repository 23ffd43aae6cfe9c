import type { RateValues } from '../../behaviour.ts';
import { restate } from '../../requota.ts';
import { each, faults } from '../../variant.ts';

type Stated = readonly [title: string, say: (values: RateValues) => string];

export const rateLimitFaults = faults({
  'limit-of-no-plan': {
    title: 'Sends a Limit of 100, which no plan has',
    breaks: ['rate.limit-matches-plan'],
    follows: ['rate.remaining-in-range'],
    apply: restate(() => ({ limit: '100' })),
  },
  ...each(
    {
      'limit-doubled': ['Sends twice the limit of the plan', ({ limit }) => String(2 * Number(limit))],
      'limit-per-hour': ['Sends the limit per hour', ({ limit }) => String(60 * Number(limit))],
      'limit-is-remaining': ['Sends Remaining as Limit', ({ remaining }) => remaining],
    } satisfies Readonly<Record<string, Stated>>,
    ([title, say]) => ({
      title,
      breaks: ['rate.limit-matches-plan'],
      apply: restate((values) => ({ limit: say(values) })),
    }),
  ),
  'create-has-own-limit': {
    title: 'Sends another limit on POST /pets',
    breaks: ['rate.limit-matches-plan'],
    follows: ['rate.remaining-in-range'],
    apply: restate(({ limit }, _, { operation }) => ({ limit: operation === 'create' ? '10' : limit })),
  },
  ...each(
    {
      'limit-with-policies': ['Sends a list of policies in Limit', ({ limit }) => `${limit}, ${limit};window=60`],
      'limit-unlimited': ['Sends `unlimited` as Limit', () => 'unlimited'],
      'limit-with-comma': ['Sends Limit with a thousands separator', ({ limit }) => limit.replace(/(.)$/, ',$1')],
      'limit-with-unit': ['Sends Limit as 60/minute', ({ limit }) => `${limit}/minute`],
    } satisfies Readonly<Record<string, Stated>>,
    ([title, say]) => ({
      title,
      breaks: ['rate.single-integer'],
      follows: ['rate.limit-matches-plan', 'rate.remaining-in-range'],
      apply: restate((values) => ({ limit: say(values) })),
    }),
  ),
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
