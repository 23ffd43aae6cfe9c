import type { Limiter, LimiterFactory, Policy } from '../../../src/reference/limiter.ts';
import { windowFromFirst, windowOnClock } from '../../../src/reference/limiter.ts';
import { baseOf, variantNamed } from '../../faults/index.ts';
import { slidingCounter, slidingLog, weightedCounter } from '../../faults/limiters/sliding-window.ts';
import { bucketInPortions, gcra, tokenBucket } from '../../faults/limiters/token-bucket.ts';

/** `steps`: refills or cells of a window. */
const LIMITERS = {
  'fixed from first': () => windowFromFirst,
  'fixed on clock': () => windowOnClock,
  'log, newest': () => slidingLog('newest'),
  'log, oldest': () => slidingLog('oldest'),
  counter: () => slidingCounter(1),
  'counter, edge': (steps) => weightedCounter(steps / 60),
  'counter, slot': () => slidingCounter(1, 'slot'),
  cells: slidingCounter,
  'log of cells': (steps) => slidingLog('oldest', false, Math.max(8, steps)),
  bucket: () => tokenBucket,
  gcra: () => gcra,
  steps: (steps) => bucketInPortions((windowMs) => windowMs / steps),
  'steps, next': (steps) => bucketInPortions((windowMs) => windowMs / steps, false, 'step'),
} as const satisfies Record<string, (steps: number) => LimiterFactory>;

export type Kind = keyof typeof LIMITERS;
export const KINDS = Object.keys(LIMITERS) as Kind[];

/** Of these, Reset may lie more than a window after a refusal. */
const IN_CELLS: readonly Kind[] = ['counter', 'counter, edge', 'counter, slot', 'cells', 'log of cells'];

/** `prolongs`: refused requests restart the wait, and the limiter says so; not if it counts in cells. */
export function limiterOf(kind: Kind, policy: Policy, { steps = 60, prolongs = false } = {}): Limiter {
  const behaviour = { ...baseOf(), minuteLimiter: LIMITERS[kind](steps) };
  const isProlonged = prolongs && !IN_CELLS.includes(kind);
  const { minuteLimiter } = { ...behaviour, ...(isProlonged && variantNamed('refusals-prolong').apply(behaviour)) };
  return minuteLimiter(policy);
}
