import { restate } from '../changes/requota.ts';
import { everyNth, onStatus, reshapeAnswer, withHeader } from '../changes/reshape.ts';
import { faults } from '../table.ts';

/** Faults in the values of `X-RateLimit-Limit` and `X-RateLimit-Remaining`. */
export const rateQuotaFaults = faults({
  'limit-of-no-plan': {
    title: 'Sends a Limit of 100, which no plan has',
    breaks: ['rate.limit-matches-plan'],
    follows: ['rate.remaining-in-range'],
    apply: restate(() => ({ limit: '100' })),
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
  'limit-empty': {
    title: 'Sends an empty Limit',
    breaks: ['rate.single-integer'],
    follows: ['rate.limit-matches-plan', 'rate.remaining-in-range', 'rate.headers-present'],
    apply: restate(() => ({ limit: '' })),
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
  'remaining-below-zero-on-404': {
    title: 'Sends Remaining -1 with a 404',
    breaks: ['rate.remaining-in-range', 'rate.single-integer'],
    follows: ['rate.remaining-counts-down'],
    needs: { windowSeconds: 6 },
    apply: reshapeAnswer(onStatus(404), withHeader('X-RateLimit-Remaining', '-1')),
  },
  'remaining-above-limit': {
    title: 'Sends a Remaining above the limit',
    breaks: ['rate.remaining-in-range'],
    apply: restate(({ limit, remaining }) => ({ remaining: String(Number(limit) + Number(remaining)) })),
  },
  'remaining-lags': {
    title: 'Sends every value of Remaining twice',
    breaks: ['rate.remaining-counts-down'],
    apply: (base) => {
      const second = everyNth(2);
      const shown = new Map<string, string>();
      return restate((values) => {
        const remaining = second() ? (shown.get(values.limit) ?? values.remaining) : values.remaining;
        shown.set(values.limit, remaining);
        return { remaining };
      })(base);
    },
  },
});
