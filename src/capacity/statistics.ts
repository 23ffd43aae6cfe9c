import type { Estimate } from './result-schema.ts';

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
  return Math.ceil((Z * Z * (1 - share)) / share);
}

/** How many it takes to bound a quantile from above: some must lie beyond it. */
export function requestsForQuantile(p: number): number {
  return Math.ceil(BEYOND / (1 - p) - 1e-9);
}

/** Fewer values beyond a quantile understate how high it may be. */
const BEYOND = 5;

/** The value below which this share of the sorted ones lies (interpolated, type 7); NaN of nothing. */
export function quantile(sorted: Float64Array, p: number): number {
  const at = (sorted.length - 1) * Math.min(1, Math.max(0, p));
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

/** Responses that follow each other are alike (a queue is emptied slowly): complete stretches of time are compared, not single requests. */
export const BLOCKS = 30;

/** The two-sided 95 % point of Student's distribution with BLOCKS - 1 degrees of freedom. */
const T = 2.04523;

/**
 * A quantile with its interval (Woodruff 1952): the share of values up to it differs between stretches of time, and the interval of that
 * share, read off the sorted values, is the interval of the quantile. `blocks`: the values of each stretch.
 */
export function estimate(sorted: Float64Array, blocks: readonly (readonly number[])[], p: number): Estimate {
  const value = quantile(sorted, p);
  const spread = T * errorOfShare(blocks, value, sorted.length);
  const isBounded = sorted.length * (1 - p) >= BEYOND;
  return { value, from: quantile(sorted, p - spread), to: isBounded ? quantile(sorted, p + spread) : null };
}

/** The standard error of the share of values up to this one, as a ratio of the stretches' counts. */
function errorOfShare(blocks: readonly (readonly number[])[], limit: number, all: number): number {
  const below = blocks.map((values) => values.reduce((count, value) => (value <= limit ? count + 1 : count), 0));
  const share = below.reduce((sum, count) => sum + count, 0) / all;
  const squares = blocks.reduce((sum, { length }, index) => sum + ((below[index] ?? 0) - share * length) ** 2, 0);
  return Math.sqrt((squares * BLOCKS) / (BLOCKS - 1)) / all;
}
