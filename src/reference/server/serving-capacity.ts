import type { Clock } from '../../io/io.ts';
import type { Change } from '../behaviour.ts';

export interface Capacity {
  /** Maximum requests per second; unlimited if absent. */
  readonly rps?: number | undefined;
  /** The additional time of each response, in milliseconds. */
  readonly latencyMs: number;
  /** Numbers in [0, 1): they decide how long each request is served. */
  readonly random: () => number;
}

/** What the limiter and the authentication before the queue answer, as a gateway does: such requests do not wait in it. */
const TURNED_AWAY: readonly number[] = [401, 429];

/** A queue before the operations. */
export function withCapacity({ rps = Infinity, latencyMs, random }: Capacity, { now }: Clock): Change {
  const servedAt = createQueue(rps, random);
  return (base) => ({
    deliver: (answer, request, wire) => {
      const waits = request.operation !== 'unlisted' && !TURNED_AWAY.includes(answer.status);
      const wait = waits ? servedAt(now()) + latencyMs - now() : 0;
      if (wait <= 0) base.deliver(answer, request, wire);
      else base.later(wait, () => base.deliver(answer, request, wire));
    },
  });
}

/** One worker with exponential service times (mean 1 / `rps`), in order of arrival. Returns when a request will have been served. */
export function createQueue(rps: number, random: () => number): (nowMs: number) => number {
  let free = 0;
  return (nowMs) => {
    free = Math.max(free, nowMs) - Math.log(1 - random()) * (1_000 / rps);
    return free;
  };
}
