import type { LimiterFactory } from '../../limiters/limiter.ts';
import { slidingCounter } from '../../limiters/sliding-counter.ts';
import type { Fault } from '../../variant.ts';

/** The grid begins a fifth of a window before the first request, so that Reset lies well before a window's length. */
const calledReset: LimiterFactory = (quota) => {
  const limiter = slidingCounter(1)(quota);
  let origin: number | undefined;
  return {
    take: (key, nowMs, cost) => {
      origin ??= nowMs - quota.windowMs / 5;
      const at = nowMs - origin;
      const end = (Math.floor(at / quota.windowMs) + 1) * quota.windowMs;
      return { ...limiter.take(key, at, cost), resetAtMs: origin + end };
    },
  };
};

export const resetIsTheEndOfTheGrid: Fault = {
  id: 'reset-is-the-end-of-the-grid',
  title: 'Counts in sliding cells, and calls the end of a cell Reset',
  needs: { windowSeconds: 12 },
  breaks: ['limit.reset-true'],
  apply: (base) => ({ ...base, minuteLimiter: calledReset }),
};
