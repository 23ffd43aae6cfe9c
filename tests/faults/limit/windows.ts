import type { Behaviour } from '../../../src/reference/behaviour.ts';
import { secondsUntil } from '../../../src/reference/limiter.ts';
import { keepQuota, openAt, redecide } from '../changes/requota.ts';
import { tokenBucket } from '../limiters/token-bucket.ts';
import { each, faults } from '../table.ts';

/** Faults in when quota comes back. */
export const windowFaults = faults({
  'minute-of-55-seconds': {
    title: 'Uses windows of 55 s, and announces it',
    needs: { windowSeconds: 60 },
    breaks: ['limit.window-is-a-minute'],
    apply: keepQuota((quota) => ({ ...quota, windowMs: (55 / 60) * quota.windowMs })),
  },
  ...each(
    {
      'opens-just-after-half-a-window': [55, 12],
      'opens-a-fifth-early': [80, 20],
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
  'threefold-windows': {
    title: 'Uses windows of three times the length, and announces it',
    breaks: ['limit.window-is-a-minute'],
    apply: keepQuota((quota) => ({ ...quota, windowMs: 3 * quota.windowMs })),
  },
  'window-longer-than-said': {
    title: 'Uses windows 50 % longer than announced',
    breaks: ['limit.retry-after-sufficient', 'limit.reset-true'],
    follows: ['limit.window-is-a-minute'],
    apply: openAt(1.5),
  },
  'refusals-rearm-the-window': {
    title: 'Restarts the window with each refused request, without announcing it',
    breaks: ['limit.retry-after-sufficient', 'limit.reset-true'],
    follows: ['limit.window-is-a-minute'],
    apply: (base) => {
      const blocked = new Map<string, { readonly until: number; readonly stated: number }>();
      return redecide((decision, { key, quota, nowMs }) => {
        const block = blocked.get(key);
        const open = block !== undefined && nowMs < block.until;
        if (decision.admitted && !open) return decision;
        const stated = open ? block.stated : decision.resetAtMs;
        blocked.set(key, { until: nowMs + quota.windowMs, stated });
        return {
          ...decision,
          admitted: false,
          remaining: 0,
          resetAtMs: stated,
          retryAfterSeconds: secondsUntil(stated, nowMs),
        };
      })(base);
    },
  },
  'never-comes-back': {
    title: 'Blocks a key permanently after its first refusal (a counter that never expires)',
    breaks: ['limit.retry-after-sufficient', 'limit.reset-true'],
    follows: ['limit.window-is-a-minute'],
    apply: (base) => {
      const blocked = new Map<string, number>();
      return redecide((decision, { key, nowMs }) => {
        const resetAtMs = blocked.get(key) ?? decision.resetAtMs;
        if (decision.admitted && !blocked.has(key)) return decision;
        blocked.set(key, resetAtMs);
        const retryAfterSeconds = Math.max(0, Math.ceil((resetAtMs - nowMs) / 1000));
        return { ...decision, admitted: false, remaining: 0, resetAtMs, retryAfterSeconds };
      })(base);
    },
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
        keepQuota((quota) => ({ ...quota, windowMs: slower * quota.windowMs }))({
          ...base,
          minuteLimiter: tokenBucket,
        }),
    }),
  ),
  'renewal-request-free': {
    title: 'Does not count the request that finds an expired window',
    breaks: ['limit.rejects-excess'],
    apply: (base) => {
      const ends = new Map<string, number>();
      return {
        minuteLimiter: (quota) => {
          const limiter = base.minuteLimiter(quota);
          return {
            take: (key, nowMs, cost) => {
              const end = ends.get(key);
              if (end === undefined || nowMs < end) {
                const decision = limiter.take(key, nowMs, cost);
                ends.set(key, decision.resetAtMs);
                return decision;
              }
              // Opens the window without a draw.
              const resetAtMs = nowMs + quota.windowMs;
              ends.set(key, resetAtMs);
              return { ...limiter.take(key, nowMs, 0), admitted: true, remaining: quota.limit, resetAtMs };
            },
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
      keepQuota((quota) => ({ ...quota, windowMs: quota.windowMs / 2 }))({ ...base, minuteLimiter: tokenBucket }),
  },
});
