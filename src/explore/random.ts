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
