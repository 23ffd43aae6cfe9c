import type { Clock } from '../../io/io.ts';
import type { Behaviour, Change } from '../behaviour.ts';
import type { Request } from '../message.ts';

export interface Capacity {
  /** Maximum requests per second; unlimited if absent. */
  readonly rps?: number | undefined;
  /** The additional time of each response, in milliseconds. */
  readonly latencyMs: number;
  /** Numbers in [0, 1): they decide how long each request is served. */
  readonly random: () => number;
}

/**
 * A queue before the operations. Refused or unauthorized requests do not wait in it: the limiter is before it, as in a
 * gateway.
 */
export function withCapacity({ rps = Infinity, latencyMs, random }: Capacity, { now }: Clock): Change {
  const servedAt = createQueue(rps, random);
  const ready = new WeakMap<Request, number>();
  const queued =
    (operation: Behaviour['list']): Behaviour['list'] =>
    (request, service) => {
      ready.set(request, servedAt(now()) + latencyMs);
      return operation(request, service);
    };
  return (base) => ({
    list: queued(base.list),
    create: queued(base.create),
    get: queued(base.get),
    deliver: (answer, request, wire) => {
      const wait = (ready.get(request) ?? 0) - now();
      if (wait <= 0) base.deliver(answer, request, wire);
      else base.later(wait, () => base.deliver(answer, request, wire));
    },
  });
}

/**
 * One worker that serves requests in the order of arrival: exponential service times with a mean of 1 / `rps`, added up instead of waited
 * for. The returned function says when a request that arrives now will have been served, on the caller's clock.
 */
export function createQueue(rps: number, random: () => number): (nowMs: number) => number {
  let free = 0;
  return (nowMs) => {
    free = Math.max(free, nowMs) - Math.log(1 - random()) * (1_000 / rps);
    return free;
  };
}
