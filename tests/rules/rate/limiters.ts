import {
  type Decision,
  fixedFromFirst,
  fixedOnClock,
  type Limiter,
  type Quota,
  slidingCounter,
  slidingLog,
  tokenBucket,
} from '../../limiter/simulation/limiters.ts';

export type Algorithm = keyof typeof ALGORITHMS;

const ALGORITHMS = {
  'window from the first request': fixedFromFirst,
  'window on the clock': fixedOnClock,
  'sliding log, oldest named': (quota) => slidingLog(quota, 'oldest'),
  'sliding log, newest named': (quota) => slidingLog(quota, 'newest'),
  'token bucket': tokenBucket,
  'sliding counter': (quota) => slidingCounter(quota, 'grid'),
} as const satisfies Record<string, (quota: Quota) => Limiter>;

export const ALGORITHM_NAMES = Object.keys(ALGORITHMS) as Algorithm[];

/** A legal limiter in windows of a minute. */
export const legalLimiter = (algorithm: Algorithm, limit: number): Limiter =>
  ALGORITHMS[algorithm]({ limit, windowMs: 60_000, prolongs: false, steps: 1 });

/** Wrong counts, shown by a limiter that decides correctly. */
export const WRONG_COUNTS = {
  'constant at the top': (limit: number) => () => limit - 1,
  constant: () => () => 42,
  'by two': (limit: number) => (shown: Decision) => Math.max(0, limit - 2 * (limit - shown.remaining)),
  'counts up': (limit: number) => (shown: Decision) => Math.floor(limit / 3) + limit - shown.remaining,
} as const satisfies Record<string, (limit: number) => (shown: Decision) => number>;
