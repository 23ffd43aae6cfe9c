import { type Decision, KINDS, type Kind, type Limiter, limiterOf } from '../../limiter/simulation/limiters.ts';

/** Those whose Reset is always within a window. */
export const ALGORITHM_NAMES = KINDS.filter((kind) => kind !== 'counter');

/** A legal limiter in windows of a minute. */
export const legalLimiter = (algorithm: Kind, limit: number): Limiter =>
  limiterOf(algorithm, { limit, windowMs: 60_000 });

/** Wrong counts, shown by a limiter that decides correctly. */
export const WRONG_COUNTS = {
  'constant at the top': (limit: number) => () => limit - 1,
  constant: () => () => 42,
  'by two': (limit: number) => (shown: Decision) => Math.max(0, limit - 2 * (limit - shown.remaining)),
  'counts up': (limit: number) => (shown: Decision) => Math.floor(limit / 3) + limit - shown.remaining,
} as const satisfies Record<string, (limit: number) => (shown: Decision) => number>;
