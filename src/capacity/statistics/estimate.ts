import type { Estimate } from '../../exchange/records/capacity-record.ts';

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
