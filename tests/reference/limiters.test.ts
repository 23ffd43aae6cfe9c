import { describe, expect, test } from 'vitest';
import { windowFromFirst, windowOnClock } from '../../src/reference/limiters/fixed-window.ts';
import type { Limiter, LimiterFactory } from '../../src/reference/limiters/limiter.ts';
import { slidingCounter, slidingLog } from '../../src/reference/limiters/sliding-window.ts';
import { bucketInPortions, gcra, tokenBucket } from '../../src/reference/limiters/token-bucket.ts';

const limiters: readonly (readonly [name: string, factory: LimiterFactory])[] = [
  ['window-from-first', windowFromFirst],
  ['window-on-clock', windowOnClock],
  ['sliding-log', slidingLog('newest')],
  ['sliding-counter-two-buckets', slidingCounter(1)],
  ['sliding-counter-fine-cells', slidingCounter(60)],
  ['token-bucket', tokenBucket],
  ['token-bucket-in-portions', bucketInPortions((windowMs) => windowMs / 3)],
  ['gcra', gcra],
];

const WINDOW = 60_000;
const LIMIT = 6;
/** 20 s into a window of the clock. */
const START = 1_795_238_040_000 - (1_795_238_040_000 % WINDOW) + 20_000;

/** Seconds after the burst, and how many of `LIMIT` more are admitted there if nothing was sent in between. */
const table: Record<string, readonly (readonly [after: number, admitted: number])[]> = {
  'window-from-first': [
    [1, 0],
    [39.9, 0],
    [59.9, 0],
    [60, 6],
  ],
  'window-on-clock': [
    [1, 0],
    [39.9, 0],
    [40, 6],
  ],
  'sliding-log': [
    [1, 0],
    [59.9, 0],
    [60, 6],
  ],
  'sliding-counter-two-buckets': [
    [1, 0],
    [40, 0],
    [50, 1],
    [70, 3],
    [100, 6],
  ],
  'sliding-counter-fine-cells': [
    [1, 0],
    [59.9, 0],
    [61, 6],
  ],
  'token-bucket': [
    [1, 0],
    [10, 1],
    [30, 3],
    [60, 6],
  ],
  'token-bucket-in-portions': [
    [19.9, 0],
    [20, 2],
    [40, 4],
    [60, 6],
  ],
  gcra: [
    [1, 0],
    [10, 1],
    [30, 3],
    [60, 6],
  ],
};

const take = (limiter: Limiter, atMs: number, times: number, key = 'a') =>
  Array.from({ length: times }, () => limiter.take(key, atMs));

describe.each(limiters)('%s', (name, create) => {
  const fresh = () => create({ limit: LIMIT, windowMs: WINDOW });

  test('admits the limit, counts down, refuses the next', () => {
    const decisions = take(fresh(), START, LIMIT + 2);
    expect(decisions.map(({ admitted }) => admitted)).toEqual([true, true, true, true, true, true, false, false]);
    expect(decisions.map(({ remaining }) => remaining)).toEqual([5, 4, 3, 2, 1, 0, 0, 0]);
    expect(new Set(decisions.map(({ limit }) => limit))).toEqual(new Set([LIMIT]));
  });

  test.each(table[name] ?? [])('%d s after a burst it admits %d', (after, expected) => {
    const limiter = fresh();
    take(limiter, START, LIMIT);
    const later = take(limiter, START + after * 1000, LIMIT);
    expect(later.filter(({ admitted }) => admitted)).toHaveLength(expected);
  });

  test('waiting for Retry-After is enough, and the complete limit is back at Reset but not before', () => {
    const limiter = fresh();
    take(limiter, START, LIMIT);
    const refusal = limiter.take('a', START + 500);
    expect(refusal.retryAfterSeconds).toBeGreaterThan(0);
    const waited = create({ limit: LIMIT, windowMs: WINDOW });
    take(waited, START, LIMIT + 1);
    expect(waited.take('a', START + 500 + refusal.retryAfterSeconds * 1000).admitted).toBe(true);
    const early = fresh();
    take(early, START, LIMIT);
    expect(early.take('a', refusal.resetAtMs - 200, LIMIT).admitted).toBe(false);
    expect(limiter.take('a', refusal.resetAtMs + 1, LIMIT).admitted).toBe(true);
  });

  test('keeps keys apart, and looks without drawing', () => {
    const limiter = fresh();
    take(limiter, START, LIMIT);
    expect(limiter.take('b', START).remaining).toBe(LIMIT - 1);
    expect(limiter.take('b', START, 0).remaining).toBe(LIMIT - 1);
    expect(limiter.take('c', START, 2).remaining).toBe(LIMIT - 2);
  });

  test('refused requests do not prolong the wait', () => {
    const limiter = fresh();
    take(limiter, START, LIMIT);
    const first = limiter.take('a', START + 100);
    take(limiter, START + 200, 50);
    expect(limiter.take('a', START + 300).resetAtMs).toBeCloseTo(first.resetAtMs, 3);
  });
});

test('every limiter has its row in the table', () => {
  expect(limiters.map(([name]) => name)).toEqual(Object.keys(table));
});
