import type { Random } from './random.ts';

/** The values of each dimension, by name. */
export type Space = Readonly<Record<string, readonly unknown[]>>;

/** One value of each dimension. */
export type Point<S extends Space> = { readonly [Dimension in keyof S]: S[Dimension][number] };

/**
 * Points of a space, chosen so that as many pairs of values as possible appear together (greedy pairwise coverage). Every single value
 * appears early. If all pairs are covered, coverage starts again with other combinations.
 */
export function pointsOf<S extends Space>(space: S, count: number, random: Random): Point<S>[] {
  const names = Object.keys(space);
  const rows = coveringRows(
    names.map((name) => space[name]?.length ?? 0),
    count,
    random,
  );
  return rows.map(
    (row) => Object.fromEntries(names.map((name, dimension) => [name, space[name]?.[row[dimension] ?? 0]])) as Point<S>,
  );
}

/**
 * The same as indexes: each row has one index per dimension.
 * @param sizes the number of values of each dimension
 */
export function coveringRows(sizes: readonly number[], count: number, random: Random): number[][] {
  const coverage = coverageOf(sizes);
  return Array.from({ length: count }, () => {
    if (coverage.isComplete()) coverage.reset();
    const row = nextRow(sizes, coverage, random);
    coverage.add(row);
    return row;
  });
}

interface Coverage {
  readonly isComplete: () => boolean;
  readonly reset: () => void;
  readonly add: (row: readonly number[]) => void;
  /** The number of new pairs that a value adds to the chosen values. */
  readonly gain: (row: readonly (number | undefined)[], dimension: number, value: number) => number;
  readonly uses: (dimension: number, value: number) => number;
}

function coverageOf(sizes: readonly number[]): Coverage {
  const covered = new Set<string>();
  const used = sizes.map((size) => new Array<number>(size).fill(0));
  const all = sizes.reduce(
    (sum, size, i) => sum + sizes.slice(i + 1).reduce((pairs, next) => pairs + size * next, 0),
    0,
  );
  const pair = (a: number, valueA: number, b: number, valueB: number) =>
    a < b ? `${a}.${valueA}.${b}.${valueB}` : `${b}.${valueB}.${a}.${valueA}`;
  return {
    isComplete: () => covered.size === all,
    reset: () => covered.clear(),
    add: (row) => {
      for (const [a, valueA] of row.entries()) {
        const counts = used[a];
        if (counts !== undefined) counts[valueA] = (counts[valueA] ?? 0) + 1;
        for (let b = a + 1; b < row.length; b += 1) covered.add(pair(a, valueA, b, row[b] ?? 0));
      }
    },
    gain: (row, dimension, value) =>
      row.reduce<number>(
        (gain, other, index) =>
          other === undefined || index === dimension || covered.has(pair(index, other, dimension, value))
            ? gain
            : gain + 1,
        0,
      ),
    uses: (dimension, value) => used[dimension]?.[value] ?? 0,
  };
}

/** Sets the largest dimension first, to its least-used value; then each other to the value that adds the most pairs. */
function nextRow(sizes: readonly number[], coverage: Coverage, random: Random): number[] {
  const order = sizes.map((_size, index) => index).sort((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0));
  const row = new Array<number | undefined>(sizes.length).fill(undefined);
  for (const dimension of order) {
    const size = sizes[dimension] ?? 0;
    const start = random.below(Math.max(1, size));
    let best = start;
    let bestScore = Number.NEGATIVE_INFINITY;
    for (let step = 0; step < size; step += 1) {
      const value = (start + step) % size;
      const score = coverage.gain(row, dimension, value) - coverage.uses(dimension, value) / 1_000;
      if (score > bestScore) [best, bestScore] = [value, score];
    }
    row[dimension] = best;
  }
  return row.map((value) => value ?? 0);
}
