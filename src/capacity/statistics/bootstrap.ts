import { BEYOND, type Estimate, quantile } from './estimate.ts';

/** Answers that follow each other are alike (a queue is emptied slowly), so whole stretches of time are drawn, not single requests. */
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
  const blocks = binned(values, block, lowest, binOf(sorted.at(-1) ?? 0) - lowest + 1);
  const next = random(values.length);
  const drawn = probabilities.map(() => new Float64Array(DRAWS));
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const found = binsAt(drawBlocks(blocks, next), probabilities);
    for (const [index, values] of drawn.entries()) values[draw] = middleOf(lowest + (found[index] ?? 0));
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

/** How many values of each bin every block has; the lowest has all below it too. */
function binned(values: Float64Array, block: Uint8Array, lowest: number, bins: number): Uint32Array[] {
  const blocks = Array.from({ length: BLOCKS }, () => new Uint32Array(bins));
  for (let index = 0; index < values.length; index += 1) {
    const counts = blocks[block[index] ?? 0];
    const bin = Math.max(0, binOf(values[index] ?? 0) - lowest);
    if (counts !== undefined) counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return blocks.filter((counts) => counts.some((count) => count > 0));
}

/** As many blocks as there are, with replacement. */
function drawBlocks(blocks: readonly Uint32Array[], next: () => number): Uint32Array {
  const sum = new Uint32Array(blocks[0]?.length ?? 0);
  for (let drawn = 0; drawn < blocks.length; drawn += 1) {
    const counts = blocks[Math.floor(next() * blocks.length)] ?? sum;
    for (let bin = 0; bin < sum.length; bin += 1) sum[bin] = (sum[bin] ?? 0) + (counts[bin] ?? 0);
  }
  return sum;
}

/** The bins in which the quantiles lie; the probabilities rise. */
function binsAt(counts: Uint32Array, probabilities: readonly number[]): number[] {
  let total = 0;
  for (let bin = 0; bin < counts.length; bin += 1) total += counts[bin] ?? 0;
  let below = 0;
  let bin = -1;
  return probabilities.map((p) => {
    while (bin < 0 || (below < p * total && bin < counts.length - 1)) below += counts[++bin] ?? 0;
    return bin;
  });
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
