import type { Change } from '../../../src/reference/behaviour.ts';
import { redecide, restate } from '../changes/limiter.ts';
import { each, faultTable } from '../table.ts';

const sayReset =
  (say: (resetAtMs: number, nowMs: number) => string): Change =>
  (base) =>
    restate(({ reset }, { admitted, governing }) => ({
      reset: admitted ? reset : say(governing.resetAtMs, base.now()),
    }))(base);

/** Faults in the `X-RateLimit-Reset` of an exhausted limit. */
export const limitResetFaults = faultTable({
  'reset-is-the-start-of-the-window': {
    title: 'Sends the start of the window as Reset',
    breaks: ['limit.reset-true'],
    apply: redecide((decision, { policy }) => ({ ...decision, resetAtMs: decision.resetAtMs - policy.windowMs })),
  },
  'reset-three-seconds-early': {
    title: 'Sends a Reset 3 s before the quota is back',
    needs: { windowSeconds: 12 },
    breaks: ['limit.reset-true'],
    apply: redecide((decision) => ({ ...decision, resetAtMs: decision.resetAtMs - 3000 })),
  },
  'reset-half-way': {
    title: 'Sends as Reset the moment at which half of the wait is over',
    breaks: ['limit.reset-true'],
    apply: redecide((decision, { nowMs }) => ({ ...decision, resetAtMs: (nowMs + decision.resetAtMs) / 2 })),
  },
  'reset-moves-with-each-request': {
    title: 'Sends a Reset one window after each request, though the window does not move',
    breaks: ['limit.reset-true'],
    // Two Reset values less than a window apart look like a shorter window.
    follows: ['limit.window-is-a-minute'],
    apply: redecide((decision, { policy, nowMs }) => ({ ...decision, resetAtMs: nowMs + policy.windowMs })),
  },
  'refusal-names-the-next-window': {
    title: 'Sends the end of the next window as Reset with a refusal',
    breaks: ['limit.reset-true'],
    apply: redecide((decision, { policy }) =>
      decision.admitted ? decision : { ...decision, resetAtMs: decision.resetAtMs + policy.windowMs },
    ),
  },
  'reset-of-the-clock': {
    title: 'Sends the end of a minute of the clock as Reset, though windows start with the first request of a key',
    breaks: ['limit.reset-true'],
    // A third of a window after the full minute, at which tests begin.
    apply: redecide((decision, { policy: { windowMs }, nowMs }) => ({
      ...decision,
      resetAtMs: (Math.floor(nowMs / windowMs - 1 / 3) + 4 / 3) * windowMs,
    })),
  },
  ...each(
    {
      'refusal-reset-as-delta': [
        'as seconds from now',
        (resetAtMs, nowMs) => String(Math.ceil((resetAtMs - nowMs) / 1000)),
      ],
      'refusal-reset-in-milliseconds': ['in milliseconds', (resetAtMs) => String(Math.ceil(resetAtMs))],
      'refusal-reset-zero': ['0', () => '0'],
      'refusal-reset-of-the-day': ['of the day', (resetAtMs) => String(Math.ceil(resetAtMs / 86_400_000) * 86_400)],
    } satisfies Readonly<Record<string, readonly [what: string, say: Parameters<typeof sayReset>[0]]>>,
    ([what, say]) => ({
      title: `Sends Reset ${what} with a refusal of the minute limit`,
      breaks: ['limit.reset-true'],
      apply: sayReset(say),
    }),
  ),
});
