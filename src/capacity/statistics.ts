import type { Estimate } from '../exchange/records/capacity-record.ts';

/** The two-sided 95 % point of the normal distribution. */
const Z = 1.959964;

/** A share with Wilson's score interval, which holds for few events too, and for none. */
export function wilson(events: number, of: number): Estimate {
  if (of === 0) return { value: 0, from: 0, to: null };
  const share = events / of;
  const z2 = Z * Z;
  const middle = share + z2 / (2 * of);
  const spread = Z * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of * of));
  const scale = 1 + z2 / of;
  return { value: share, from: Math.max(0, (middle - spread) / scale), to: Math.min(1, (middle + spread) / scale) };
}

/** How many requests without a single error it takes to show that their share is below this. */
export function requestsForShare(share: number): number {
  return share <= 0 ? Number.POSITIVE_INFINITY : Math.ceil((Z * Z * (1 - share)) / share);
}

/** How many it takes to bound a quantile from above: some must lie beyond it. */
export function requestsForQuantile(p: number): number {
  return Math.ceil(BEYOND / (1 - p) - 1e-9);
}

/** Fewer values beyond a quantile let a bootstrap understate how high it may be. */
export const BEYOND = 5;

/** The value below which this share of the sorted ones lies (interpolated, type 7); NaN of nothing. */
export function quantile(sorted: Float64Array, p: number): number {
  const at = (sorted.length - 1) * p;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

/** Answers that follow each other are alike (a queue is emptied slowly), so complete stretches of time are drawn, not single requests. */
export const BLOCKS = 30;

const DRAWS = 400;

/** Values are counted in bins of 0.5 %: drawing costs the same however many there are. */
const BIN = Math.log(1.005);
const SMALLEST_MS = 0.01;

/** Quantiles of values with their intervals by a block bootstrap; `block` says to which stretch of time (0 … BLOCKS - 1) a value belongs. */
export function quantiles(values: Float64Array, block: Uint8Array, probabilities: readonly number[]): Estimate[] {
  const sorted = values.slice().sort();
  // Values far below all of them need not be distinguished.
  const lowest = binOf(quantile(sorted, Math.min(...probabilities) / 2));
  const blocks = cumulated(values, block, lowest, binOf(sorted.at(-1) ?? 0) - lowest + 1);
  const next = random(values.length);
  const drawn = probabilities.map(() => new Float64Array(DRAWS));
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const sample = drawBlocks(blocks, next);
    for (const [index, p] of probabilities.entries()) {
      const found = drawn[index];
      if (found !== undefined) found[draw] = middleOf(lowest + binAt(sample, p));
    }
  }
  return probabilities.map((p, index): Estimate => {
    const value = quantile(sorted, p);
    const spread = (drawn[index] ?? new Float64Array()).sort();
    const bounded = values.length * (1 - p) >= BEYOND;
    return {
      value,
      from: Math.min(value, quantile(spread, 0.025)),
      to: bounded ? Math.max(value, quantile(spread, 0.975)) : null,
    };
  });
}

const binOf = (value: number) => Math.max(0, Math.floor(Math.log(Math.max(value, SMALLEST_MS) / SMALLEST_MS) / BIN));
const middleOf = (bin: number) => SMALLEST_MS * Math.exp((bin + 0.5) * BIN);

/** By block: how many of its values lie in each bin or below. */
function cumulated(values: Float64Array, block: Uint8Array, lowest: number, bins: number): Uint32Array[] {
  const blocks = Array.from({ length: BLOCKS }, () => new Uint32Array(bins));
  for (let index = 0; index < values.length; index += 1) {
    const counts = blocks[block[index] ?? 0];
    const bin = Math.max(0, binOf(values[index] ?? 0) - lowest);
    if (counts !== undefined) counts[bin] = (counts[bin] ?? 0) + 1;
  }
  for (const counts of blocks)
    for (let bin = 1; bin < bins; bin += 1) counts[bin] = (counts[bin] ?? 0) + (counts[bin - 1] ?? 0);
  return blocks.filter((counts) => (counts.at(-1) ?? 0) > 0);
}

/** As many blocks as there are, with replacement. */
const drawBlocks = (blocks: readonly Uint32Array[], next: () => number): Uint32Array[] =>
  blocks.map((block) => blocks[Math.floor(next() * blocks.length)] ?? block);

/** The lowest bin with this share of the values in it or below. */
function binAt(blocks: readonly Uint32Array[], share: number): number {
  let [low, high] = [0, (blocks[0]?.length ?? 1) - 1];
  const upTo = (bin: number) => blocks.reduce((sum, counts) => sum + (counts[bin] ?? 0), 0);
  const wanted = share * upTo(high);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (upTo(middle) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Pseudorandom numbers from 0 to below 1, the same for the same seed (mulberry32): judged again, a run gives the same bytes. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
