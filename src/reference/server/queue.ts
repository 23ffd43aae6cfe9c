import { drawLatency } from './latency.ts';

/** One worker that serves requests in the order of arrival. */
export interface Queue {
  /**
   * When a request that arrives now will have been served, on the caller's clock in milliseconds; `undefined` if the
   * queue is full.
   */
  readonly join: (nowMs: number) => number | undefined;
}

/**
 * A queue of known capacity: service times are exponential with a mean of 1 / `rps`. They are added up instead of
 * waited for one by one, so a late timer does not lower the rate. At most `places` requests wait behind the one that is
 * served.
 */
export function createQueue(rps: number, places: number, random: () => number): Queue {
  const service = { kind: 'exponential', meanMs: 1_000 / rps } as const;
  const ends: number[] = [];
  let free = 0;
  return {
    join: (nowMs) => {
      while ((ends[0] ?? Number.POSITIVE_INFINITY) <= nowMs) ends.shift();
      if (ends.length > places) return undefined;
      free = Math.max(free, nowMs) + drawLatency(service, random);
      ends.push(free);
      return free;
    },
  };
}
