import { drawLatency } from './latency.ts';

/** One worker that serves requests in the order in which they come. */
export interface Queue {
  /** When a request that comes now will have been served, on the caller's clock in milliseconds; `undefined` where the queue is full. */
  readonly join: (nowMs: number) => number | undefined;
}

/**
 * A queue whose capacity is known: service times are exponential with a mean of 1 / `rps`. They are added up, not waited for one by
 * one, so a timer that is late does not lower the rate. At most `places` requests wait besides the one that is served.
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
