import type { Clock } from '../../io/clock.ts';
import { type Behaviour, problemOutcome } from '../behaviour.ts';
import type { Request } from '../message.ts';

export interface Capacity {
  /** Maximum requests per second; unlimited if absent. */
  readonly rps?: number | undefined;
  /** Maximum waiting requests; one more returns 503 at once. */
  readonly places: number;
  /** The additional time of each response, in milliseconds. */
  readonly latencyMs: number;
  /** Numbers in [0, 1): they decide how long each request is served. */
  readonly random: () => number;
}

/**
 * A queue before the operations. Refused or unauthorized requests do not wait in it: the limiter is before it, as in a
 * gateway.
 */
export function withCapacity(
  base: Behaviour,
  { rps = Infinity, places, latencyMs, random }: Capacity,
  { now }: Clock,
): Behaviour {
  const queue = createQueue(rps, places, random);
  const ready = new WeakMap<Request, number>();
  const queued =
    (operation: Behaviour['list']): Behaviour['list'] =>
    (request, service) => {
      const served = queue.join(now());
      if (served === undefined) return problemOutcome(service.behaviour, request, OVERLOADED);
      ready.set(request, served + latencyMs);
      return operation(request, service);
    };
  return {
    ...base,
    list: queued(base.list),
    create: queued(base.create),
    get: queued(base.get),
    deliver: (answer, request, wire) => {
      const wait = (ready.get(request) ?? 0) - now();
      if (wait <= 0) base.deliver(answer, request, wire);
      else base.later(wait, () => base.deliver(answer, request, wire));
    },
  };
}

const OVERLOADED = { status: 503, code: 'overloaded', message: 'Too many requests are waiting.' };

/** One worker that serves requests in the order of arrival: exponential service times with a mean of 1 / `rps`, added up instead of waited for; at most `places` requests wait. */
export function createQueue(rps: number, places: number, random: () => number) {
  const ends: number[] = [];
  let free = 0;
  return {
    /** When a request that arrives now will have been served, on the caller's clock; undefined if the queue is full. */
    join: (nowMs: number): number | undefined => {
      while ((ends[0] ?? Number.POSITIVE_INFINITY) <= nowMs) ends.shift();
      if (ends.length > places) return undefined;
      free = Math.max(free, nowMs) - Math.log(1 - random()) * (1_000 / rps);
      ends.push(free);
      return free;
    },
  };
}
