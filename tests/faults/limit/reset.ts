import type { LimiterFactory } from '../../../src/reference/limiter.ts';
import { redecide, sayReset } from '../changes/requota.ts';
import { slidingCounter } from '../limiters/sliding-window.ts';
import { faults } from '../table.ts';

/**
 * Starts its grid 23 % of a window before the first request: with more, k6 waits for the next window. Rounding (2 s) and small cells (an
 * eighth of a window) must not explain so early a Reset, so the window is long.
 */
const calledReset: LimiterFactory = (quota) => {
  const limiter = slidingCounter(1)(quota);
  let origin: number | undefined;
  return {
    take: (key, nowMs, cost) => {
      origin ??= nowMs - 0.23 * quota.windowMs;
      const at = nowMs - origin;
      const end = (Math.floor(at / quota.windowMs) + 1) * quota.windowMs;
      return { ...limiter.take(key, at, cost), resetAtMs: origin + end };
    },
  };
};

/** Faults in the `X-RateLimit-Reset` of an exhausted quota. */
export const limitResetFaults = faults({
  'reset-is-the-end-of-the-grid': {
    title: 'Counts in sliding cells, and sends the end of a cell as Reset',
    needs: { windowSeconds: 24 },
    breaks: ['limit.reset-true'],
    apply: () => ({ minuteLimiter: calledReset }),
  },
  'reset-is-the-start-of-the-window': {
    title: 'Sends the start of the window as Reset',
    breaks: ['limit.reset-true'],
    apply: redecide((decision, { quota }) => ({ ...decision, resetAtMs: decision.resetAtMs - quota.windowMs })),
  },
  'reset-three-seconds-early': {
    title: 'Sends a Reset 3 s before the quota is back',
    needs: { windowSeconds: 12 },
    breaks: ['limit.reset-true'],
    apply: redecide((decision) => ({ ...decision, resetAtMs: decision.resetAtMs - 3000 })),
  },
  'reset-moves-with-each-request': {
    title: 'Sends a Reset one window after each request, though the window does not move',
    breaks: ['limit.reset-true'],
    // Two Reset values less than a window apart look like a shorter window.
    follows: ['limit.window-is-a-minute'],
    apply: redecide((decision, { quota, nowMs }) => ({ ...decision, resetAtMs: nowMs + quota.windowMs })),
  },
  'refusal-names-the-next-window': {
    title: 'Sends the end of the next window as Reset with a refusal',
    breaks: ['limit.reset-true'],
    apply: redecide((decision, { quota }) =>
      decision.admitted ? decision : { ...decision, resetAtMs: decision.resetAtMs + quota.windowMs },
    ),
  },
  'refusal-reset-as-delta': {
    title: 'Sends Reset as seconds from now with a refusal',
    breaks: ['limit.reset-true'],
    apply: sayReset((resetAtMs, nowMs) => String(Math.ceil((resetAtMs - nowMs) / 1000))),
  },
  'refusal-reset-in-milliseconds': {
    title: 'Sends Reset in milliseconds with a refusal',
    breaks: ['limit.reset-true'],
    apply: sayReset((resetAtMs) => String(Math.ceil(resetAtMs))),
  },
  'refusal-reset-zero': {
    title: 'Sends Reset 0 with a refusal',
    breaks: ['limit.reset-true'],
    apply: sayReset(() => '0'),
  },
  'refusal-reset-of-the-day': {
    title: 'Sends the end of the day as Reset with a refusal of the minute limit',
    breaks: ['limit.reset-true'],
    apply: sayReset((resetAtMs) => String(Math.ceil(resetAtMs / 86_400_000) * 86_400)),
  },
});
