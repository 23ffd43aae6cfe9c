export type Random = ReturnType<typeof randomFrom>;

/**
 * Pseudorandom numbers that are the same for the same seed, so the seed in a journal repeats the requests of a run. SplitMix32.
 * @param parts numbers that are mixed into one seed, e.g. the seed of a run and the index of a probe
 */
export function randomFrom(...parts: readonly number[]) {
  let state = parts.reduce((mixed, part) => scramble(mixed ^ (part + 0x9e3779b9)), 0);
  /** A whole number from 0 to below `count`. */
  const below = (count: number): number => {
    state = (state + 0x9e3779b9) >>> 0;
    return Math.floor((scramble(state) / 2 ** 32) * count);
  };
  const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T;
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
 * Points of a space, chosen so that as many pairs of values as possible appear together (greedy pairwise coverage). First the largest
 * dimension gets its least-used value, then each other the value that adds the most pairs. Every single value appears early. If all pairs
 * are covered, coverage starts again with other combinations.
 */
export function pointsOf<S extends Space>(space: S, count: number, random: Random): Point<S>[] {
  const dimensions = Object.entries(space).sort(([, a], [, b]) => b.length - a.length);
  const sizes = dimensions.map(([, { length }]) => length);
  const allPairs = sizes.flatMap((size, a) => sizes.slice(a + 1).map((next) => size * next)).reduce((a, b) => a + b, 0);
  const uses = new Map<string, number>();
  let covered = new Set<string>();
  return Array.from({ length: count }, () => {
    if (covered.size === allPairs) covered = new Set();
    const chosen: string[] = [];
    const point = dimensions.map(([name, values]) => {
      const start = random.below(values.length);
      const scored = values.map((_, step) => {
        const index = (start + step) % values.length;
        const value = `${name}.${index}`;
        const pairs = chosen.map((other) => `${other} ${value}`);
        const gain = pairs.filter((pair) => !covered.has(pair)).length;
        return { index, value, pairs, score: gain - (uses.get(value) ?? 0) / 1_000 };
      });
      const best = scored.reduce((leader, next) => (next.score > leader.score ? next : leader));
      chosen.push(best.value);
      for (const pair of best.pairs) covered.add(pair);
      uses.set(best.value, (uses.get(best.value) ?? 0) + 1);
      return [name, values[best.index]] as const;
    });
    return Object.fromEntries(point) as Point<S>;
  });
}
