import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coveringRows, randomFrom } from '../../src/explore/covering.ts';

const pairsIn = (rows: readonly (readonly number[])[]): Set<string> =>
  new Set(rows.flatMap((row) => row.flatMap((a, i) => row.slice(i + 1).map((b, j) => `${i}.${a}.${i + 1 + j}.${b}`))));

const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 2, maxLength: 5 });

describe('coveringRows', () => {
  it('covers every pair with far fewer rows than combinations', () => {
    const rows = coveringRows([6, 5, 4, 4, 3], 45, randomFrom(1));
    expect(pairsIn(rows).size).toBe(6 * 5 + 6 * 4 * 2 + 6 * 3 + 5 * 4 * 2 + 5 * 3 + 4 * 4 + 4 * 3 * 2);
  });

  it('uses each value of the largest dimension once before any of them twice', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), (counts, seed) => {
        const most = Math.max(...counts);
        const dimension = counts.indexOf(most);
        const values = coveringRows(counts, most, randomFrom(seed)).map((row) => row[dimension]);
        expect(new Set(values).size).toBe(most);
      }),
    );
  });
});
