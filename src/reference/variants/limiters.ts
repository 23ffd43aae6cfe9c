import { gcra } from '../limiters/gcra.ts';
import { slidingCounter } from '../limiters/sliding-counter.ts';
import { slidingLog } from '../limiters/sliding-log.ts';
import { tokenBucket } from '../limiters/token-bucket.ts';
import { windowOnClock } from '../limiters/window-on-clock.ts';
import { createRandom } from '../random.ts';
import { countBy, restate } from '../requota.ts';
import { legalVariants } from '../variant.ts';

/** Choices of a limiter that both the conformance checks and the limit experiment meet. */
export const limiterVariants = legalVariants({
  'minutes-of-the-clock': {
    title: 'Has windows that begin with the minutes of the clock',
    apply: (base) => ({ ...base, minuteLimiter: windowOnClock }),
  },
  'window-sliding-log': {
    title: 'Counts the requests of the last window',
    apply: (base) => ({ ...base, minuteLimiter: slidingLog }),
  },
  'window-sliding-counter': {
    title: 'Counts in sixty cells a window',
    apply: (base) => ({ ...base, minuteLimiter: slidingCounter(60) }),
  },
  'window-token-bucket': {
    title: 'Refills a bucket of tokens',
    apply: (base) => ({ ...base, minuteLimiter: tokenBucket }),
  },
  'window-gcra': {
    title: 'Spaces requests by the generic cell rate algorithm',
    apply: (base) => ({ ...base, minuteLimiter: gcra }),
  },
  'day-limit-shown': {
    title: 'Shows the limit of the day to its customers',
    apply: (base) => ({
      ...base,
      rateValues: (tally, request) => {
        const customer = tally.minute.limit !== base.allowances.anonymous.perMinute;
        return base.rateValues(tally.admitted && customer ? { ...tally, governing: tally.day } : tally, request);
      },
    }),
  },
  'remaining-before-counting': {
    title: 'Shows Remaining as it was before the request',
    apply: (base) =>
      restate(base, ({ remaining }, { admitted }) => ({
        remaining: admitted ? String(Number(remaining) + 1) : remaining,
      })),
  },
  'reset-rounded-down': {
    title: 'Rounds Reset down',
    apply: (base) => restate(base, (_, { governing }) => ({ reset: String(Math.floor(governing.resetAtMs / 1000)) })),
  },
  'reset-rounded': {
    title: 'Rounds Reset to the nearest second',
    apply: (base) => restate(base, (_, { governing }) => ({ reset: String(Math.round(governing.resetAtMs / 1000)) })),
  },
  'reset-jitters': {
    title: 'Rounds Reset up or down by chance',
    apply: (base) => {
      const random = createRandom(5);
      return restate(base, (_, { governing }) => ({
        reset: String(Math.floor(governing.resetAtMs / 1000 + random())),
      }));
    },
  },
  'unauthorized-counted-little': {
    title: 'Grants sixty requests a window to callers without a valid key',
    apply: (base) => ({ ...base, allowances: { ...base.allowances, anonymous: { perMinute: 60, perDay: 1_000_000 } } }),
  },
  'unauthorized-not-counted': {
    title: 'Does not count requests without a valid key',
    apply: (base) => ({ ...base, cost: (request) => (base.credential(request) === null ? 0 : base.cost(request)) }),
  },
  'unauthorized-counted-by-key': {
    title: 'Counts every unknown key on its own',
    apply: (base) =>
      countBy(base, (name, request, tier) => (tier === 'anonymous' ? (base.credential(request) ?? name) : name)),
  },
  'draft-headers-beside': {
    title: 'Sends the IETF draft fields beside the required ones',
    apply: (base) => ({
      ...base,
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
    title: 'Sends X-RateLimit-Used and the headers of the day beside the required ones',
    apply: (base) => ({
      ...base,
      rateHeaders: (values, request) => [
        ...base.rateHeaders(values, request),
        ['X-RateLimit-Used', String(Number(values.limit) - Number(values.remaining))],
        ['X-RateLimit-Limit-Day', '100000'],
        ['X-RateLimit-Policy', 'minute'],
      ],
    }),
  },
  'rate-headers-first': {
    title: 'Writes the rate headers in another order, Reset first',
    apply: (base) => ({ ...base, rateHeaders: (values, request) => base.rateHeaders(values, request).toReversed() }),
  },
});
