import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pointsOf, randomFrom } from '../../src/explore/covering.ts';

/** A space of as many numbers in each dimension, and points of it. */
function pointsIn(sizes: readonly number[], count: number, seed: number): number[][] {
  const space = sizes.map((size, dimension) => [`d${dimension}`, Array.from({ length: size }, (_, value) => value)]);
  const points = pointsOf(Object.fromEntries(space) as Record<string, number[]>, count, randomFrom(seed));
  return points.map((point) => sizes.map((_, dimension) => point[`d${dimension}`] ?? Number.NaN));
}

it('covers every pair with far fewer points than combinations', () => {
  const pairs = pointsIn([6, 5, 4, 4, 3], 45, 1).flatMap((row) =>
    row.flatMap((a, i) => row.slice(i + 1).map((b, j) => `${i}.${a}.${i + 1 + j}.${b}`)),
  );
  expect(new Set(pairs).size).toBe(6 * 5 + 6 * 4 * 2 + 6 * 3 + 5 * 4 * 2 + 5 * 3 + 4 * 4 + 4 * 3 * 2);
});

it('uses each value of the largest dimension once before any of them twice', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(sizes, fc.nat(), (counts, seed) => {
      const most = Math.max(...counts);
      const values = pointsIn(counts, most, seed).map((row) => row[counts.indexOf(most)]);
      expect(new Set(values).size).toBe(most);
    }),
  );
});
