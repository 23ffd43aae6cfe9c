import { expect, test } from 'vitest';
import { type LimiterFactory, windowFromFirst, windowOnClock } from '../../src/reference/limiter.ts';
import { slidingCounter, slidingLog } from '../faults/limiters/sliding-window.ts';
import { bucketInPortions, gcra, tokenBucket } from '../faults/limiters/token-bucket.ts';

const WINDOW = 60_000;
const LIMIT = 6;
/** 20 s into a window of the clock. */
const START = 1_795_238_040_000 - (1_795_238_040_000 % WINDOW) + 20_000;

/** A limiter, seconds after the burst, and how many of `LIMIT` more it admits there if nothing was sent in between. */
const rows: readonly (readonly [string, LimiterFactory, Readonly<Record<number, number>>])[] = [
  ['a window from the first request', windowFromFirst, { 1: 0, 39.9: 0, 59.9: 0, 60: 6 }],
  ['a window of the clock', windowOnClock, { 1: 0, 39.9: 0, 40: 6 }],
  ['a sliding log', slidingLog('newest'), { 1: 0, 59.9: 0, 60: 6 }],
  ['a sliding counter of two cells', slidingCounter(1), { 1: 0, 40: 0, 50: 1, 70: 3, 100: 6 }],
  ['a sliding counter of fine cells', slidingCounter(60), { 1: 0, 59.9: 0, 61: 6 }],
  ['a token bucket', tokenBucket, { 1: 0, 10: 1, 30: 3, 60: 6 }],
  ['a token bucket in portions', bucketInPortions((windowMs) => windowMs / 3), { 19.9: 0, 20: 2, 40: 4, 60: 6 }],
  ['GCRA', gcra, { 1: 0, 10: 1, 30: 3, 60: 6 }],
];

// tests/virtual/limits/matrix.test.ts shows that each keeps what it announces.
test.each(rows)('%s admits the limit, and later what has come back', (_name, create, later) => {
  for (const [seconds, expected] of Object.entries(later)) {
    const limiter = create({ limit: LIMIT, windowMs: WINDOW });
    const take = (atMs: number, times: number) => Array.from({ length: times }, () => limiter.take('a', atMs));
    expect(take(START, LIMIT + 1).map(({ admitted, remaining }) => (admitted ? remaining : -1))).toEqual([
      5, 4, 3, 2, 1, 0, -1,
    ]);
    const admitted = take(START + Number(seconds) * 1000, LIMIT).filter((one) => one.admitted);
    expect([seconds, admitted.length]).toEqual([seconds, expected]);
    expect(limiter.take('b', START, 0).remaining).toBe(LIMIT);
  }
});
