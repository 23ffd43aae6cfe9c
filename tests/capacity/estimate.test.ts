import { describe, expect, it } from 'vitest';
import {
  BLOCKS,
  quantiles,
  random,
  requestsForQuantile,
  requestsForShare,
  wilson,
} from '../../src/capacity/statistics.ts';

it.each([
  // Against published values (Wilson 1927; Newcombe 1998, table I: 81 of 263 and 15 of 148).
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [20, 20, 0.8389, 1],
])('Wilson: %d of %d is %d to %d', (events, of, from, to) => {
  const interval = wilson(events, of);
  expect(interval.from).toBeCloseTo(from, 3);
  expect(interval.to).toBeCloseTo(to, 3);
});

it('so many requests without an error show a share, and one less does not', () => {
  for (const share of [0.001, 0.01, 0.05]) {
    const enough = requestsForShare(share);
    expect(wilson(0, enough).to).toBeLessThanOrEqual(share);
    expect(wilson(0, enough - 1).to).toBeGreaterThan(share);
  }
  expect(requestsForQuantile(0.99)).toBe(500);
});

describe('the bootstrap', () => {
  const exponential = (count: number, seed: number) => {
    const next = random(seed);
    return Float64Array.from({ length: count }, () => -100 * Math.log(1 - next()));
  };
  const inOrder = (count: number) => Uint8Array.from({ length: count }, (_, n) => Math.floor((n / count) * BLOCKS));

  it('covers the true quantile in about 95 % of the cases', () => {
    const p95 = -100 * Math.log(0.05);
    const hits = Array.from({ length: 50 }, (_, seed) =>
      quantiles(exponential(1_000, seed + 1), inOrder(1_000), [0.95]),
    ).filter(([estimate]) => estimate !== undefined && estimate.from <= p95 && p95 <= (estimate.to ?? 0)).length;
    expect(hits).toBeGreaterThanOrEqual(44);
    expect(hits).toBeLessThan(50);
  });

  it('is wider if consecutive responses are similar', () => {
    const block = inOrder(3_000);
    const waves = exponential(3_000, 5).map((value, n) => value * ((block[n] ?? 0) % 6 === 0 ? 4 : 1));
    const width = (of: Uint8Array) => {
      const [estimate] = quantiles(waves, of, [0.95]);
      return (estimate?.to ?? 0) - (estimate?.from ?? 0);
    };
    const shuffled = Uint8Array.from({ length: 3_000 }, (_, n) => n % BLOCKS);
    expect(width(block)).toBeGreaterThan(1.5 * width(shuffled));
  });

  it('returns the same bytes again, and no upper end if too few values are beyond it', () => {
    const values = exponential(300, 1);
    const [median, p99] = quantiles(values, inOrder(300), [0.5, 0.99]);
    expect(quantiles(values, inOrder(300), [0.5, 0.99])).toEqual([median, p99]);
    expect([median?.to, p99?.to]).toEqual([expect.any(Number), null]);
  });
});
