import type { Clock } from '../../io/clock.ts';
import type { Behaviour } from '../behaviour.ts';
import { problemOutcome } from '../conforming/problem.ts';
import type { Request } from '../message.ts';
import { createRandom } from '../random.ts';
import { drawLatency, type Latency } from './latency.ts';
import { createQueue } from './queue.ts';

/** How fast a server is. */
export interface Capacity {
  /** Maximum requests per second; unlimited if absent. */
  readonly rps?: number;
  /** Maximum waiting requests; one more returns 503 at once. */
  readonly places: number;
  /** Additional time of each response. */
  readonly latency: Latency;
  /** The same seed gives the same times. */
  readonly seed: number;
}

/**
 * A queue before the operations. Refused or unauthorized requests do not wait in it: the limiter is before it, as in a
 * gateway.
 */
export function withCapacity(
  base: Behaviour,
  { rps = Infinity, places, latency, seed }: Capacity,
  { now }: Clock,
): Behaviour {
  const queue = createQueue(rps, places, createRandom(seed));
  // Random numbers of its own, so that service times do not depend on the latency.
  const random = createRandom(~seed);
  const ready = new WeakMap<Request, number>();
  const queued =
    (operation: Behaviour['list']): Behaviour['list'] =>
    (request, service) => {
      const served = queue.join(now());
      if (served === undefined) return problemOutcome(service.behaviour, request, OVERLOADED);
      ready.set(request, served + drawLatency(latency, random));
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
