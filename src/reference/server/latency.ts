/** A duration in milliseconds, as a distribution. */
export type Latency =
  | { readonly kind: 'constant'; readonly ms: number }
  | { readonly kind: 'exponential'; readonly meanMs: number }
  /** `sigma` is the standard deviation of the logarithm: 0.5 puts the p99 at 3.2 medians. */
  | { readonly kind: 'lognormal'; readonly medianMs: number; readonly sigma: number };

/** One value, from numbers in [0, 1). */
export function drawLatency(latency: Latency, random: () => number): number {
  switch (latency.kind) {
    case 'constant':
      return latency.ms;
    case 'exponential':
      return exponential(latency.meanMs, random);
    case 'lognormal':
      return latency.medianMs * Math.exp(latency.sigma * normal(random));
  }
}

const exponential = (mean: number, random: () => number) => -Math.log(1 - random()) * mean;

/** Box and Muller's transform. */
const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
