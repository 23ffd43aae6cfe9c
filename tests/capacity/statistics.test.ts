import { expect, it } from 'vitest';
import { BLOCKS, requestsForQuantile, requestsForShare, wilson, woodruff } from '../../src/capacity/statistics.ts';
import { createRandom } from '../support/random.ts';

it.each([
  // Against published values (Wilson 1927; Newcombe 1998, table I: 81 of 263).
  [81, 263, 0.2553, 0.3662],
  [0, 20, 0, 0.1611],
])('Wilson: %d of %d is %d to %d', (events, of, from, to) => {
  const interval = wilson(events, of);
  expect(interval.from).toBeCloseTo(from, 3);
  expect(interval.to).toBeCloseTo(to, 3);
});

it('requests without an error show a share from this number on', () => {
  expect(wilson(0, 0)).toEqual({ value: 0, from: 0, to: null });
  for (const share of [0.001, 0.01, 0.05]) {
    const enough = requestsForShare(share);
    expect(wilson(0, enough).to).toBeLessThanOrEqual(share);
    expect(wilson(0, enough - 1).to).toBeGreaterThan(share);
  }
  expect(requestsForQuantile(0.99)).toBe(500);
});

const exponential = (count: number, seed: number) => {
  const next = createRandom(seed);
  return Array.from({ length: count }, () => -100 * Math.log(1 - next()));
};
const inOrder = (count: number) => Array.from({ length: count }, (_, n) => Math.floor((n / count) * BLOCKS));
const intervalOf = (values: readonly number[], p: number, block = inOrder(values.length)) => {
  const valuesOf = (one: number) => values.filter((_value, n) => block[n] === one);
  const blocks = Array.from({ length: BLOCKS }, (_, one) => valuesOf(one));
  return woodruff(Float64Array.from(values).sort(), blocks, p);
};

it('the interval of a quantile covers the true one in 95 % of samples', () => {
  const p99 = -100 * Math.log(1 - 0.99);
  const intervals = Array.from({ length: 200 }, (_, seed) => intervalOf(exponential(3_000, seed + 1), 0.99));
  const hits = intervals.filter(({ from, to }) => from <= p99 && p99 <= (to ?? 0)).length;
  // 190 are expected; 181 to 198 are the bounds of chance.
  expect(hits).toBeGreaterThanOrEqual(181);
  expect(hits).toBeLessThan(199);
});

it('the interval of a quantile is wider if consecutive responses are similar', () => {
  const block = inOrder(3_000);
  const waves = exponential(3_000, 5).map((value, n) => value * ((block[n] ?? 0) % 6 === 0 ? 4 : 1));
  const width = (of: number[]) => {
    const { from, to } = intervalOf(waves, 0.95, of);
    return (to ?? 0) - from;
  };
  expect(width(block)).toBeGreaterThan(1.5 * width(waves.map((_, n) => n % BLOCKS)));
});
