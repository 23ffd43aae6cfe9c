import type { Change } from '../../../src/reference/behaviour.ts';
import type { LimiterFactory } from '../../../src/reference/limiter.ts';
import { blockAfter, sayWait } from '../changes/limiter.ts';
import { gatewayRate, slidingCounter, slidingLog } from '../limiters/sliding-window.ts';
import { bucketInPortions, tokenBucket } from '../limiters/token-bucket.ts';
import { each, variantTable } from '../table.ts';

/** Sends the limit with fewer requests left; this many are left of the day. */
const tighter =
  (left: number): Change =>
  (base) => ({
    dayLimiter: (policy) => {
      const limiter = base.dayLimiter({ ...policy, limit: Math.min(policy.limit, left) });
      return (key, nowMs, cost) => ({ ...limiter(key, nowMs, cost), limit: policy.limit });
    },
    rateValues: (tally, request) =>
      base.rateValues(
        tally.day.remaining < tally.governing.remaining ? { ...tally, governing: tally.day } : tally,
        request,
      ),
  });

const nextTokenWhenRefused: LimiterFactory = (policy) => {
  const limiter = tokenBucket(policy);
  return (key, nowMs, cost) => {
    const decision = limiter(key, nowMs, cost);
    return decision.admitted ? decision : { ...decision, resetAtMs: nowMs + policy.windowMs / policy.limit };
  };
};

/** Choices of a limiter that show only if a limit is exhausted. */
export const exhaustionVariants = variantTable({
  // The unchanged server, so that the limit experiment runs against it too.
  'window-from-first': {
    title: 'Starts windows with the first request of a key',
    apply: (base) => base,
  },
  'headers-of-the-tighter-policy': {
    title: 'Sends the numbers of the limit with fewer requests left, and 85 are left of the day',
    apply: tighter(85),
  },
  ...each(
    {
      'window-two-cells': [
        'Counts in two window-sized cells, and sends as Reset the time at which both have expired',
        slidingCounter(1),
      ],
      'reset-of-the-oldest': [
        'Counts with a sliding log, and sends as Reset the time at which the oldest request leaves it',
        slidingLog('oldest'),
      ],
      'refill-in-steps': ['Refills a token bucket twice per second', bucketInPortions(() => 500, true)],
      'refill-by-quarters': [
        'Refills a token bucket four times per window',
        bucketInPortions((windowMs) => windowMs / 4, true),
      ],
      'bucket-next-step': [
        'Refills a token bucket six times per window, and sends the next step as Reset',
        bucketInPortions((windowMs) => windowMs / 6, true, 'step'),
      ],
      'weighted-counter-next-slot': [
        'Counts in two weighted windows, and sends the time of the next free slot as Reset',
        slidingCounter(1, 'slot'),
      ],
      'gateway-rate': [
        'Counts refused requests too, in two weighted windows, and sends a window from now as Reset',
        gatewayRate,
      ],
      'refusals-counted': ['Counts refused requests too, and announces it', slidingLog('newest', true)],
    },
    ([title, minuteLimiter]) => ({ title, apply: () => ({ minuteLimiter }) }),
  ),
  'bucket-next-step-when-refused': {
    title: 'Sends as Reset when a token bucket is full, and with a 429 when the next token is back',
    needs: { plan: 'business' },
    apply: () => ({ minuteLimiter: nextTokenWhenRefused }),
  },
  'refusals-prolong': {
    title: 'Restarts the wait with each refused request, and announces it',
    apply: blockAfter(({ policy, nowMs }) => ({ until: nowMs + policy.windowMs, stated: nowMs + policy.windowMs })),
  },
  'retry-after-as-date': {
    title: 'Sends Retry-After as an HTTP date',
    apply: sayWait((waitMs, nowMs) => new Date(Math.ceil((nowMs + waitMs) / 1000) * 1000).toUTCString()),
  },
  'retry-after-as-date-cut-off': {
    title: 'Sends Retry-After as an HTTP date without the fraction of its second',
    apply: sayWait((waitMs, nowMs) => new Date(nowMs + waitMs).toUTCString()),
  },
  'retry-after-padded': {
    title: 'Adds 1 s to every Retry-After',
    apply: sayWait((waitMs) => String(Math.ceil(waitMs / 1000) + 1)),
  },
  'retry-after-until-full': {
    title: 'Uses a token bucket, and sends the time until it is full as Retry-After',
    apply: (base) => ({ ...sayWait((waitMs) => String(Math.ceil(waitMs / 1000)))(base), minuteLimiter: tokenBucket }),
  },
  'two-clocks': {
    title: 'Runs two nodes with a shared counter and clocks 3 s apart',
    apply: (base) => {
      let answers = 0;
      return {
        dateHeaders: (nowMs) => {
          answers += 1;
          return base.dateHeaders(nowMs + (answers % 2) * 3000);
        },
      };
    },
  },
});
