import { type Limiter, type LimiterFactory, type Quota, secondsUntil } from './limiter.ts';

/** Windows are the same for every key: multiples of the window's length since 1970. */
export const windowOnClock: LimiterFactory = (quota) => fixedWindow(quota, (nowMs) => nowMs - (nowMs % quota.windowMs));

/** The window opens with a key's first request and closes a window's length later. */
export const windowFromFirst: LimiterFactory = (quota) =>
  fixedWindow(quota, (nowMs, open) => (open !== undefined && nowMs < open + quota.windowMs ? open : nowMs));

/** A counter that starts at zero in each window; `windowStart` returns the window of a moment. */
export function fixedWindow(
  { limit, windowMs }: Quota,
  windowStart: (nowMs: number, open: number | undefined) => number,
): Limiter {
  const windows = new Map<string, { start: number; used: number }>();
  return {
    take: (key, nowMs, cost = 1) => {
      const open = windows.get(key);
      const start = windowStart(nowMs, open?.start);
      const window = open?.start === start ? open : { start, used: 0 };
      windows.set(key, window);
      const admitted = window.used + cost <= limit;
      if (admitted) window.used += cost;
      const resetAtMs = start + windowMs;
      const retryAfterSeconds = admitted ? 0 : secondsUntil(resetAtMs, nowMs);
      return { admitted, limit, remaining: limit - window.used, resetAtMs, retryAfterSeconds };
    },
  };
}
