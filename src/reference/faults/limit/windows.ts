import { secondsUntil } from '../../limiters/limiter.ts';
import { tokenBucket } from '../../limiters/token-bucket.ts';
import { windowOnClock } from '../../limiters/window-on-clock.ts';
import { keepQuota, openAt, redecide } from '../../requota.ts';
import { faults } from '../../variant.ts';

/** Faults in when quota comes back. */
export const windowFaults = faults({
  'half-windows': {
    title: 'Has windows of half the length, and says so',
    breaks: ['limit.window-is-a-minute'],
    apply: (base) =>
      keepQuota({ ...base, minuteLimiter: windowOnClock }, (quota) => ({ ...quota, windowMs: quota.windowMs / 2 })),
  },
  'minute-of-55-seconds': {
    title: 'Has minutes of 55 seconds, and says so',
    needs: { windowSeconds: 60 },
    breaks: ['limit.window-is-a-minute'],
    apply: (base) => keepQuota(base, (quota) => ({ ...quota, windowMs: (55 / 60) * quota.windowMs })),
  },
  'opens-just-after-half-a-window': {
    title: 'Opens the next window at 55 % of what Reset and Retry-After say',
    needs: { windowSeconds: 12 },
    breaks: ['limit.reset-true'],
    follows: ['limit.window-is-a-minute'],
    apply: (base) => openAt(base, 0.55),
  },
  'opens-a-fifth-early': {
    title: 'Opens the next window at 80 % of what Reset and Retry-After say',
    needs: { windowSeconds: 20 },
    breaks: ['limit.reset-true'],
    follows: ['limit.window-is-a-minute'],
    apply: (base) => openAt(base, 0.8),
  },
  'opens-three-seconds-early': {
    title: 'Opens the next minute three seconds before Reset and Retry-After say',
    needs: { windowSeconds: 60 },
    breaks: ['limit.reset-true'],
    follows: ['limit.window-is-a-minute'],
    apply: (base) => openAt(base, 0.95),
  },
  'threefold-windows': {
    title: 'Has windows of three times the length, and says so',
    breaks: ['limit.window-is-a-minute'],
    apply: (base) => keepQuota(base, (quota) => ({ ...quota, windowMs: 3 * quota.windowMs })),
  },
  'window-longer-than-said': {
    title: 'Has a window half as long again as it says',
    breaks: ['limit.retry-after-sufficient', 'limit.reset-true'],
    follows: ['limit.window-is-a-minute'],
    apply: (base) => openAt(base, 1.5),
  },
  'refusals-rearm-the-window': {
    title: 'Begins the window anew with each refused request, and does not say so',
    breaks: ['limit.retry-after-sufficient', 'limit.reset-true'],
    follows: ['limit.window-is-a-minute'],
    apply: (base) => {
      const blocked = new Map<string, { readonly until: number; readonly said: number }>();
      return redecide(base, (decision, { key, quota, nowMs }) => {
        const block = blocked.get(key);
        const open = block !== undefined && nowMs < block.until;
        if (decision.admitted && !open) return decision;
        const said = open ? block.said : decision.resetAtMs;
        blocked.set(key, { until: nowMs + quota.windowMs, said });
        return {
          ...decision,
          admitted: false,
          remaining: 0,
          resetAtMs: said,
          retryAfterSeconds: secondsUntil(said, nowMs),
        };
      });
    },
  },
  'never-comes-back': {
    title: 'Blocks a key for ever once it was refused (a counter without expiry)',
    breaks: ['limit.retry-after-sufficient', 'limit.reset-true'],
    follows: ['limit.window-is-a-minute'],
    apply: (base) => {
      const blocked = new Map<string, number>();
      return redecide(base, (decision, { key, nowMs }) => {
        const resetAtMs = blocked.get(key) ?? decision.resetAtMs;
        if (decision.admitted && !blocked.has(key)) return decision;
        blocked.set(key, resetAtMs);
        const retryAfterSeconds = Math.max(0, Math.ceil((resetAtMs - nowMs) / 1000));
        return { ...decision, admitted: false, remaining: 0, resetAtMs, retryAfterSeconds };
      });
    },
  },
  'refill-at-double-rate': {
    title: 'Refills its bucket at twice the rate of the plan',
    // Two looks, one second and half a window after the burst, tell it from a timer's coarse steps.
    needs: { windowSeconds: 30 },
    breaks: ['limit.refill-rate'],
    follows: ['limit.rejects-excess', 'limit.window-is-a-minute'],
    apply: (base) =>
      keepQuota({ ...base, minuteLimiter: tokenBucket }, (quota) => ({ ...quota, windowMs: quota.windowMs / 2 })),
  },
});
