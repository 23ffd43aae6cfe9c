import { windowOnClock } from '../../../src/reference/limiter.ts';
import { createRandom } from '../../support/random.ts';
import { countBy, restate } from '../changes/limiter.ts';
import { slidingCounter, slidingLog, weightedCounter } from '../limiters/sliding-window.ts';
import { bucketInPortions, gcra, tokenBucket } from '../limiters/token-bucket.ts';
import { each, variantTable } from '../table.ts';

/** Choices of a limiter that affect both the conformance checks and the limit experiment. */
export const limiterVariants = variantTable({
  ...each(
    {
      'minutes-of-the-clock': ['Aligns windows with the minutes of the clock', windowOnClock],
      'window-sliding-log': ['Counts with a sliding log', slidingLog('newest')],
      'window-sliding-counter': ['Counts with a sliding window of 60 cells', slidingCounter(60)],
      'weighted-counter': ['Counts in two weighted windows, and sends the edge as Reset', weightedCounter(0.03)],
      'weighted-counter-late': ['The same, with its edge so early that the run waits for it', weightedCounter(0.3)],
      'window-token-bucket': ['Counts with a token bucket', tokenBucket],
      'window-token-bucket-in-portions': [
        'Counts with a token bucket that a timer refills ten times in a window',
        bucketInPortions((windowMs) => windowMs / 10),
      ],
      'window-gcra': ['Counts with the generic cell rate algorithm (GCRA)', gcra],
    },
    ([title, minuteLimiter]) => ({ title, apply: () => ({ minuteLimiter }) }),
  ),
  ...each(
    {
      'day-limit-shown': ['Sends the daily limit to keys that have one, except with 429', false],
      'day-limit-always-shown': ['Sends the daily limit to keys that have one', true],
    },
    ([title, isAlways]) => ({
      title,
      apply: (base) => ({
        rateValues: (tally, request) => {
          const customer = tally.day.limit !== base.allowances.anonymous.perDay;
          const isDay = customer && (isAlways || tally.admitted);
          return base.rateValues(isDay ? { ...tally, governing: tally.day } : tally, request);
        },
      }),
    }),
  ),
  'first-response-of-the-day': {
    title: 'Sends the numbers of the day with the first response',
    apply: (base) => {
      const met = new Set<string>();
      return {
        rateValues: (tally, request) => {
          const key = base.credential(request) ?? '';
          const isFirst = !met.has(key);
          met.add(key);
          return base.rateValues(isFirst ? { ...tally, governing: tally.day } : tally, request);
        },
      };
    },
  },
  'remaining-before-counting': {
    title: 'Sends Remaining as it was before the request',
    apply: restate(({ limit, remaining }, { admitted }) => ({
      remaining: admitted ? String(Math.min(Number(limit), Number(remaining) + 1)) : remaining,
    })),
  },
  'reset-rounded-down': {
    title: 'Rounds Reset down',
    apply: restate((_, { governing }) => ({ reset: String(Math.floor(governing.resetAtMs / 1000)) })),
  },
  'reset-jitters': {
    title: 'Rounds Reset up or down at random',
    apply: (base) => {
      const random = createRandom(5);
      return restate((_, { governing }) => ({
        reset: String(Math.floor(governing.resetAtMs / 1000 + random())),
      }))(base);
    },
  },
  'unauthorized-counted-little': {
    title: 'Admits 60 requests per window without a valid key',
    apply: (base) => ({ allowances: { ...base.allowances, anonymous: { perMinute: 60, perDay: 1_000_000 } } }),
  },
  'unauthorized-not-counted': {
    title: 'Does not count requests without a valid key',
    apply: (base) => ({ cost: (request) => (base.credential(request) === null ? 0 : base.cost(request)) }),
  },
  'unauthorized-counted-by-key': {
    title: 'Counts each unknown key separately',
    apply: (base) =>
      countBy((name, request, tier) => (tier === 'anonymous' ? (base.credential(request) ?? name) : name))(base),
  },
  'draft-headers-beside': {
    title: 'Also sends the rate headers of an IETF draft',
    apply: (base) => ({
      rateHeaders: (values, request) => [
        ...base.rateHeaders(values, request),
        ['RateLimit-Policy', `"minute";q=${values.limit};w=60`],
        [
          'RateLimit',
          `"minute";r=${values.remaining};t=${Math.max(0, Number(values.reset) - Math.floor(base.now() / 1000))}`,
        ],
      ],
    }),
  },
  'more-rate-headers': {
    title: 'Also sends X-RateLimit-Used and the rate headers of the day',
    apply: (base) => ({
      rateHeaders: (values, request) => [
        ...base.rateHeaders(values, request),
        ['X-RateLimit-Used', String(Number(values.limit) - Number(values.remaining))],
        ['X-RateLimit-Limit-Day', '100000'],
        ['X-RateLimit-Policy', 'minute'],
      ],
    }),
  },
  'rate-headers-first': {
    title: 'Sends the rate headers in another order, Reset first',
    apply: (base) => ({ rateHeaders: (values, request) => base.rateHeaders(values, request).toReversed() }),
  },
});
