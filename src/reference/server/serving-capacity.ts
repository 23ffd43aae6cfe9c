import type { Clock } from '../../io/io.ts';
import type { Change } from '../behaviour.ts';

export interface Capacity {
  /** Maximum requests per second; unlimited if absent. */
  readonly rps?: number | undefined;
  /** The additional time of each response, in milliseconds. */
  readonly latencyMs: number;
  /** Returns a number in [0, 1), which decides how long a request is served. */
  readonly random: () => number;
}

/** Statuses of requests that do not wait in the queue: a gateway before it authenticates and limits. */
const GATEWAY_REFUSALS: readonly number[] = [401, 429];

/** Delays the responses of operations as if their requests waited in a queue. */
export function withCapacity({ rps = Infinity, latencyMs, random }: Capacity, { now }: Clock): Change {
  const servedAt = createQueue(rps, random);
  return (base) => ({
    deliver: (answer, request, wire) => {
      const isQueued = request.operation !== 'unlisted' && !GATEWAY_REFUSALS.includes(answer.status);
      const wait = isQueued ? servedAt(now()) + latencyMs - now() : 0;
      if (wait <= 0) base.deliver(answer, request, wire);
      else base.later(wait, () => base.deliver(answer, request, wire));
    },
  });
}

/** One worker that serves requests in order, with exponential service times (mean 1 / `rps`). Returns when each request is served. */
export function createQueue(rps: number, random: () => number): (nowMs: number) => number {
  let freeAt = 0;
  return (nowMs) => {
    freeAt = Math.max(freeAt, nowMs) - Math.log(1 - random()) * (1_000 / rps);
    return freeAt;
  };
}
