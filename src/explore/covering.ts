/** Pseudorandom numbers that are the same for the same seed: a journal with its seed repeats a run. */
export interface Random {
  /** A whole number from 0 to below `count`. */
  readonly below: (count: number) => number;
  readonly pick: <T>(values: readonly T[]) => T;
}

/** SplitMix32. @param parts numbers that are mixed into one seed, e.g. the seed of a run and the index of a probe */
export function randomFrom(...parts: readonly number[]): Random {
  let state = parts.reduce((mixed, part) => scramble(mixed ^ (part + 0x9e3779b9)), 0);
  const below = (count: number) => {
    state = (state + 0x9e3779b9) >>> 0;
    return Math.floor((scramble(state) / 2 ** 32) * count);
  };
  const pick = <T>(values: readonly T[]): T => {
    if (values.length === 0) throw new RangeError('cannot pick from an empty list');
    return values[below(values.length)] as T;
  };
  return { below, pick };
}

function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

export type Space = Readonly<Record<string, readonly unknown[]>>;

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
 * The same as indexes: each row has one index per dimension. A row sets the largest dimension first, to its least-used value; then
 * each other to the value that adds the most pairs.
 * @param sizes the number of values of each dimension
 */
export function coveringRows(sizes: readonly number[], count: number, random: Random): number[][] {
  const sizeOf = (dimension: number): number => sizes[dimension] ?? 0;
  const dimensions = sizes.map((_size, dimension) => dimension).sort((a, b) => sizeOf(b) - sizeOf(a));
  const allPairs = sizes.flatMap((size, a) => sizes.slice(a + 1).map((next) => size * next)).reduce((a, b) => a + b, 0);
  const uses = new Map<string, number>();
  let covered = new Set<string>();
  return Array.from({ length: count }, () => {
    if (covered.size === allPairs) covered = new Set();
    const row: (number | undefined)[] = sizes.map(() => undefined);
    for (const dimension of dimensions) {
      const start = random.below(Math.max(1, sizeOf(dimension)));
      let best = { value: start, score: Number.NEGATIVE_INFINITY, pairs: [] as string[] };
      for (let step = 0; step < sizeOf(dimension); step += 1) {
        const value = (start + step) % sizeOf(dimension);
        const pairs = pairsWith(row, dimension, value);
        const gain = pairs.filter((pair) => !covered.has(pair)).length;
        const score = gain - (uses.get(`${dimension}.${value}`) ?? 0) / 1_000;
        if (score > best.score) best = { value, score, pairs };
      }
      row[dimension] = best.value;
      for (const pair of best.pairs) covered.add(pair);
      const name = `${dimension}.${best.value}`;
      uses.set(name, (uses.get(name) ?? 0) + 1);
    }
    return row.map((value) => value ?? 0);
  });
}

function pairsWith(row: readonly (number | undefined)[], dimension: number, value: number): string[] {
  return row.flatMap((other, index) => {
    if (other === undefined) return [];
    return index < dimension
      ? [`${index}.${other}.${dimension}.${value}`]
      : [`${dimension}.${value}.${index}.${other}`];
  });
}
