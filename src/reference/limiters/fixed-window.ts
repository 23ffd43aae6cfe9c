import { perKey, type Quota } from './limiter.ts';

/** A counter that starts at zero in each window; `windowStart` returns the window of a moment. */
const fixedWindow = (windowStart: (nowMs: number, open: number, quota: Quota) => number) =>
  perKey((quota) => ({
    start: (): { start: number; used: number } => ({ start: -Infinity, used: 0 }),
    take: (window, nowMs, cost) => {
      const start = windowStart(nowMs, window.start, quota);
      if (start !== window.start) Object.assign(window, { start, used: 0 });
      const admitted = window.used + cost <= quota.limit;
      if (admitted) window.used += cost;
      const resetAtMs = start + quota.windowMs;
      return { admitted, remaining: quota.limit - window.used, resetAtMs, freeAtMs: resetAtMs };
    },
  }));

/** Windows are the same for every key: multiples of the window's length since 1970. */
export const windowOnClock = fixedWindow((nowMs, _open, { windowMs }) => nowMs - (nowMs % windowMs));

/** The window opens with a key's first request and closes a window's length later. */
export const windowFromFirst = fixedWindow((nowMs, open, { windowMs }) => (nowMs < open + windowMs ? open : nowMs));
