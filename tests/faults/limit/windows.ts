import { type Behaviour, type Change, withChanges } from '../../../src/reference/behaviour.ts';
import { perKey, secondsUntil } from '../../../src/reference/limiter.ts';
import { blockAfter, redecide, withPolicy } from '../changes/limiter.ts';
import { tokenBucket } from '../limiters/token-bucket.ts';
import { each, faultTable } from '../table.ts';

/** The limiter's windows are `part` as long as its responses state. The next one opens with the first request after that. */
const openAt = (part: number): Change => {
  const shortened = withPolicy((policy) => ({ ...policy, windowMs: part * policy.windowMs }));
  const postponed = redecide((decision, { policy, nowMs }) => {
    const resetAtMs = decision.resetAtMs + (1 - part) * policy.windowMs;
    return { ...decision, resetAtMs, retryAfterSeconds: decision.admitted ? 0 : secondsUntil(resetAtMs, nowMs) };
  });
  return (base) => withChanges(base, shortened, postponed);
};

/** Faults in when quota comes back. */
export const windowFaults = faultTable({
  ...each({ 'minute-of-55-seconds': 55 / 60, 'threefold-windows': 3 }, (factor) => ({
    title: `Uses windows of ${factor * 60} s for a minute, and announces it`,
    needs: { windowSeconds: 60 },
    breaks: ['limit.window-is-a-minute'],
    apply: withPolicy((policy) => ({ ...policy, windowMs: factor * policy.windowMs })),
  })),
  ...each(
    {
      'opens-just-after-half-a-window': [55, 12],
      'opens-a-fifth-early': [80, 10],
      'opens-three-seconds-early': [95, 60],
    },
    ([percent, windowSeconds]) => ({
      title: `Opens the next window after ${percent} % of the announced wait`,
      needs: { windowSeconds },
      breaks: ['limit.reset-true'],
      follows: ['limit.window-is-a-minute'],
      apply: openAt(percent / 100),
    }),
  ),
  'window-longer-than-said': {
    title: 'Uses windows 50 % longer than announced',
    breaks: ['limit.retry-after-sufficient', 'limit.reset-true'],
    follows: ['limit.window-is-a-minute'],
    apply: openAt(1.5),
  },
  'cleared-when-refused': {
    title: 'Starts its counters again when it refuses a request',
    breaks: ['limit.reset-true'],
    apply: (base) => ({
      minuteLimiter: (policy) => {
        let limiter = base.minuteLimiter(policy);
        return (...request) => {
          const decision = limiter(...request);
          if (!decision.admitted) limiter = base.minuteLimiter(policy);
          return decision;
        };
      },
    }),
  },
  ...each(
    {
      'refusals-rearm-the-window': [
        'Restarts the window with each refused request, without announcing it',
        ({ policy, nowMs }, before, resetAtMs) => ({
          until: nowMs + policy.windowMs,
          stated: before?.stated ?? resetAtMs,
        }),
      ],
      'never-comes-back': [
        'Blocks a key permanently after its first refusal (a counter that never expires)',
        (_, before, resetAtMs) => ({ until: Infinity, stated: before?.stated ?? resetAtMs }),
      ],
    } satisfies Readonly<Record<string, readonly [string, Parameters<typeof blockAfter>[0]]>>,
    ([title, block]) => ({
      title,
      breaks: ['limit.retry-after-sufficient', 'limit.reset-true'],
      follows: ['limit.window-is-a-minute'],
      apply: blockAfter(block),
    }),
  ),
  'ban-at-first-refusal': {
    title: 'Blocks a key for two windows after its first refusal, and announces one window at a time',
    breaks: ['limit.retry-after-sufficient'],
    follows: ['limit.reset-true'],
    apply: blockAfter(({ policy: { windowMs }, nowMs }, before, resetAtMs) => {
      const stated = before?.stated ?? resetAtMs;
      return { until: before?.until ?? nowMs + 2 * windowMs, stated: stated > nowMs ? stated : nowMs + windowMs };
    }),
  },
  ...each(
    {
      'refill-12-a-minute': ['Refills its bucket with 12 requests per minute', 5],
      'refill-at-half-rate': ['Refills its bucket at half the rate of the plan', 2],
    },
    ([title, slower]) => ({
      title,
      needs: { windowSeconds: 60 },
      breaks: ['limit.refill-rate'],
      // An empty bucket is full only after more than a minute.
      follows: ['rate.reset-in-window'],
      apply: (base: Behaviour) =>
        withPolicy((policy) => ({ ...policy, windowMs: slower * policy.windowMs }))({
          ...base,
          minuteLimiter: tokenBucket,
        }),
    }),
  ),
  'bucket-of-a-sixth': {
    title: 'Refills its bucket at the rate of the plan, but it holds a sixth of the limit that it sends',
    needs: { windowSeconds: 60 },
    breaks: ['limit.admits-plan'],
    apply: (base) =>
      withChanges(
        { ...base, minuteLimiter: tokenBucket },
        withPolicy(({ limit, windowMs }) => ({ limit: limit / 6, windowMs: windowMs / 6 })),
        redecide((decision, { policy: { limit } }) => ({ ...decision, limit })),
      ),
  },
  'renewal-request-free': {
    title: 'Does not count the request that finds an expired window',
    breaks: ['limit.rejects-excess'],
    apply: (base) => {
      const ends = new Map<string, number>();
      return {
        minuteLimiter: (policy) => {
          const limiter = base.minuteLimiter(policy);
          return (key, nowMs, cost) => {
            const isFree = nowMs >= (ends.get(key) ?? Infinity);
            const decision = limiter(key, nowMs, isFree ? 0 : cost);
            const opened = {
              ...decision,
              admitted: true,
              remaining: policy.limit,
              resetAtMs: nowMs + policy.windowMs,
            };
            const shown = isFree ? opened : decision;
            ends.set(key, shown.resetAtMs);
            return shown;
          };
        },
      };
    },
  },
  'refill-at-double-rate': {
    title: 'Refills its bucket at twice the rate of the plan',
    // Two readings, 1 s and half a window after the burst, distinguish this from a timer with coarse steps.
    needs: { windowSeconds: 30 },
    breaks: ['limit.refill-rate'],
    follows: ['limit.rejects-excess', 'limit.window-is-a-minute'],
    apply: (base) =>
      withPolicy((policy) => ({ ...policy, windowMs: policy.windowMs / 2 }))({ ...base, minuteLimiter: tokenBucket }),
  },
});

/** Faults that only a client shows that never falls silent. */
export const pacedFaults = faultTable({
  'expiry-renewed': {
    title: 'Starts its counter again only when no request came for a window',
    breaks: ['limit.sustained'],
    apply: () => ({
      minuteLimiter: perKey(({ limit, windowMs }) => ({
        start: (): { used: number; expires: number } => ({ used: 0, expires: 0 }),
        take: (counter, nowMs, cost) => {
          if (nowMs >= counter.expires) counter.used = 0;
          const admitted = counter.used + cost <= limit;
          if (admitted) counter.used += cost;
          counter.expires = nowMs + windowMs;
          const { used, expires } = counter;
          return { admitted, remaining: limit - used, resetAtMs: expires, freeAtMs: expires };
        },
      })),
    }),
  },
});
