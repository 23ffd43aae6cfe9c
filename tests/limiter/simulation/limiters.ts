import {
  type Limiter,
  type LimiterFactory,
  perKey,
  type Quota,
  windowFromFirst,
  windowOnClock,
} from '../../../src/reference/limiter.ts';
import { baseOf, variantNamed } from '../../faults/index.ts';
import { expire, slidingCounter, slidingLog, weightedCounter } from '../../faults/limiters/sliding-window.ts';
import { bucketInPortions, gcra, tokenBucket } from '../../faults/limiters/token-bucket.ts';

/** A log that writes down the cell of a request instead of its moment, so that the requests of a cell expire together. */
const cellLog = (cells: number) =>
  perKey(({ limit, windowMs }) => ({
    start: (): number[] => [],
    take: (log, now) => {
      const cellMs = windowMs / Math.max(8, cells);
      expire(log, now - windowMs);
      const admitted = log.length < limit;
      if (admitted) log.push(Math.floor(now / cellMs) * cellMs);
      const resetAtMs = (log[0] ?? now) + windowMs;
      return { admitted, remaining: limit - log.length, resetAtMs, freeAtMs: resetAtMs };
    },
  }));

/** The reference server's limiters, and one more; `steps`: refills or cells of a window. */
const LIMITERS = {
  'fixed from first': () => windowFromFirst,
  'fixed on clock': () => windowOnClock,
  'log, newest': () => slidingLog('newest'),
  'log, oldest': () => slidingLog('oldest'),
  counter: () => slidingCounter(1),
  'counter, edge': (steps) => weightedCounter(steps / 60),
  'counter, slot': () => slidingCounter(1, 'slot'),
  cells: slidingCounter,
  'log of cells': cellLog,
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
export function limiterOf(kind: Kind, quota: Quota, { steps = 60, prolongs = false } = {}): Limiter {
  const behaviour = { ...baseOf(), minuteLimiter: LIMITERS[kind](steps) };
  const isProlonged = prolongs && !IN_CELLS.includes(kind);
  const { minuteLimiter } = { ...behaviour, ...(isProlonged && variantNamed('refusals-prolong').apply(behaviour)) };
  return minuteLimiter(quota);
}
