import { restate, withPolicy } from '../changes/limiter.ts';
import { everyNth, onStatus, reshapeAnswer, withHeader } from '../changes/reshape.ts';
import { each, faultTable } from '../table.ts';

const WINDOW_SECONDS = 12;

type Stated = readonly [title: string, say: (reset: string) => string];

/** Faults in the values of the rate headers. */
export const rateValueFaults = faultTable({
  ...each(
    {
      'reset-in-milliseconds': ['Sends Reset in milliseconds', (reset) => `${reset}000`],
      'reset-zero': ['Sends Reset 0', () => '0'],
    } satisfies Readonly<Record<string, Stated>>,
    ([title, say]) => ({
      title,
      breaks: ['rate.reset-unix-seconds'],
      follows: ['rate.reset-in-window'],
      apply: restate(({ reset }) => ({ reset: say(reset) })),
    }),
  ),
  'reset-as-http-date': {
    title: 'Sends Reset as an HTTP date',
    breaks: ['rate.reset-unix-seconds', 'rate.single-integer'],
    follows: ['rate.reset-in-window'],
    apply: restate(({ reset }) => ({ reset: new Date(Number(reset) * 1000).toUTCString() })),
  },
  'reset-with-fraction': {
    title: 'Sends Reset with a fraction',
    breaks: ['rate.reset-integer'],
    apply: restate(({ reset }) => ({ reset: `${reset}.25` })),
  },
  ...each(
    {
      'reset-in-the-past': ['Sends a Reset 1 h in the past', -3600],
      'reset-in-an-hour': ['Sends a Reset 1 h too late', 3600],
    },
    ([title, seconds]) => ({
      title,
      breaks: ['rate.reset-in-window'],
      apply: restate(({ reset }) => ({ reset: String(Number(reset) + seconds) })),
    }),
  ),
  'reset-a-window-late': {
    title: 'Sends a Reset one window too late',
    breaks: ['rate.reset-in-window'],
    needs: { windowSeconds: WINDOW_SECONDS },
    apply: restate(({ reset }) => ({ reset: String(Number(reset) + WINDOW_SECONDS) })),
  },
  'window-longer-by-half': {
    title: 'Counts over 1.5 windows and sends their end as Reset',
    breaks: ['rate.reset-in-window'],
    needs: { windowSeconds: 10 },
    apply: withPolicy((policy) => ({ ...policy, windowMs: 1.5 * policy.windowMs })),
  },
  'reset-in-milliseconds-on-create': {
    title: 'Sends Reset in milliseconds on POST /pets',
    breaks: ['rate.reset-unix-seconds'],
    follows: ['rate.reset-in-window'],
    apply: restate(({ reset }, _, { operation }) => ({ reset: operation === 'create' ? `${reset}000` : reset })),
  },
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
