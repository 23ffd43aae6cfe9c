import { BEYOND, type Estimate, quantile } from './estimate.ts';
import { random } from './random.ts';

/** Answers that follow each other are alike (a queue is emptied slowly), so whole stretches of time are drawn, not single requests. */
export const BLOCKS = 30;

const DRAWS = 400;

/** Values are counted in bins of 0.5 %: drawing costs the same however many there are. */
const BIN = Math.log(1.005);
const SMALLEST_MS = 0.01;

/** Quantiles of values with their intervals by a block bootstrap; `block` says to which stretch of time (0 … BLOCKS - 1) a value belongs. */
export function quantiles(values: Float64Array, block: Uint8Array, probabilities: readonly number[]): Estimate[] {
  const sorted = values.slice().sort();
  const counted = binned(values, block, sorted.at(-1) ?? 0);
  const next = random(values.length);
  const drawn = probabilities.map(() => new Float64Array(DRAWS));
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const resample = drawBlocks(counted, next);
    for (const [index, p] of probabilities.entries()) {
      const found = drawn[index];
      if (found !== undefined) found[draw] = valueAt(resample, p);
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

/** How many values of each bin every block has. */
function binned(values: Float64Array, block: Uint8Array, largest: number): Uint32Array[] {
  const bins = binOf(largest) + 1;
  const blocks = Array.from({ length: BLOCKS }, () => new Uint32Array(bins));
  for (let index = 0; index < values.length; index += 1) {
    const counts = blocks[block[index] ?? 0];
    const bin = binOf(values[index] ?? 0);
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

function valueAt(counts: Uint32Array, p: number): number {
  const wanted = p * counts.reduce((sum, count) => sum + count, 0);
  let below = 0;
  for (const [bin, count] of counts.entries()) {
    below += count;
    if (below >= wanted && count > 0) return middleOf(bin);
  }
  return Number.NaN;
}
