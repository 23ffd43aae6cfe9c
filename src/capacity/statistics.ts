import type { Measured } from './result-schema.ts';

/** The two-sided 95 % point of the normal distribution. */
const Z = 1.959964;

/** A share with Wilson's score interval, which is also valid for few events or none. */
export function wilson(events: number, of: number): Measured {
  if (of === 0) return { value: 0, from: 0, to: null };
  const share = events / of;
  const z2 = Z * Z;
  const middle = share + z2 / (2 * of);
  const spread = Z * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of * of));
  const scale = 1 + z2 / of;
  return {
    value: share,
    from: events === 0 ? 0 : Math.max(0, (middle - spread) / scale),
    to: Math.min(1, (middle + spread) / scale),
  };
}

/** How many requests without an error prove that the share of errors is below this share. */
export const requestsForShare = (share: number): number => Math.ceil((Z * Z * (1 - share)) / share);

/** How many requests give a quantile an upper bound: MIN_BEYOND of them must lie beyond it. */
export const requestsForQuantile = (p: number): number => Math.ceil(MIN_BEYOND / (1 - p) - 1e-9);

/** The fewest values beyond a quantile that bound it. With fewer, the bound would be too low. */
const MIN_BEYOND = 5;

/** The value below which the share `p` of the sorted values lies (interpolated, type 7); NaN without values. */
export function quantile(sorted: Float64Array, p: number): number {
  const at = (sorted.length - 1) * Math.min(1, Math.max(0, p));
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

/** The number of blocks of a step. Blocks are compared, because single responses resemble their neighbours (a queue empties slowly). */
export const BLOCKS = 30;

/** The two-sided 95 % point of Student's distribution with BLOCKS - 1 degrees of freedom. */
const T = 2.04523;

/**
 * A quantile with its interval (Woodruff 1952). The share of values up to the quantile differs between blocks. The interval of that share,
 * read off the sorted values, is the interval of the quantile. `blocks`: the values of each block.
 */
export function woodruff(sorted: Float64Array, blocks: readonly (readonly number[])[], p: number): Measured {
  const value = quantile(sorted, p);
  const spread = T * errorOfShare(blocks, value, sorted.length);
  const isBounded = sorted.length * (1 - p) >= MIN_BEYOND;
  return { value, from: quantile(sorted, p - spread), to: isBounded ? quantile(sorted, p + spread) : null };
}

/** The standard error of the share of values up to this one, as a ratio of the blocks' counts. */
function errorOfShare(blocks: readonly (readonly number[])[], limit: number, total: number): number {
  const below = blocks.map((values) => values.reduce((count, value) => (value <= limit ? count + 1 : count), 0));
  const share = below.reduce((sum, count) => sum + count, 0) / total;
  const squares = blocks.reduce((sum, { length }, index) => sum + ((below[index] ?? 0) - share * length) ** 2, 0);
  return Math.sqrt((squares * BLOCKS) / (BLOCKS - 1)) / total;
}
