import { type Limiter, type Quota, secondsUntil } from './limiter.ts';

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
