import type { Sample } from '../exchange/index.ts';

/** When a step began on one instance, in milliseconds since 1970: somewhere between these two. */
export interface Beginning {
  readonly from: number;
  readonly to: number;
}

/** Tracks one instance's samples. Its start is the due time of its first request, by the service's clock. */
export interface BeginningReader {
  readonly add: (sample: Sample, period: number) => void;
  /** Undefined if no response had a Date. */
  readonly beginning: () => Beginning | undefined;
}

/**
 * A Date names the second in which the service answered, somewhere between sending and receipt. Each answer bounds the clock, and
 * answers spread over the second bound it well. Clocks of several nodes may contradict each other: then the bounds are the width of that.
 */
export function beginningReader(): BeginningReader {
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.POSITIVE_INFINITY;
  return {
    add: ({ n, due, sent, received, date }, period) => {
      if (date === undefined) return;
      const start = due - n * period;
      low = Math.max(low, date + start - received);
      high = Math.min(high, date + 1_000 + start - sent);
    },
    beginning: () => (Number.isFinite(low) ? { from: Math.min(low, high), to: Math.max(low, high) } : undefined),
  };
}

/** Maximum distance between the starts of instances, in milliseconds. */
export function apart(beginnings: readonly Beginning[]): number {
  const most = beginnings.flatMap(({ to }, one) =>
    beginnings.map(({ from }, other) => (one === other ? 0 : to - from)),
  );
  return Math.max(0, ...most);
}
