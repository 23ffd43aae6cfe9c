import type { Clock } from '../../io/clock.ts';
import type { Behaviour } from '../behaviour.ts';
import { problemOutcome } from '../conforming/problem.ts';
import type { Request } from '../message.ts';
import { createRandom } from '../random.ts';
import { drawLatency, type Latency } from './latency.ts';
import { createQueue } from './queue.ts';

/** How fast a server is. */
export interface Capacity {
  /** Requests a second that it can serve; without it all at once. */
  readonly rps?: number;
  /** How many may wait; one more is answered 503 at once. */
  readonly places: number;
  /** What an answer takes besides. */
  readonly latency: Latency;
  /** The same seed gives the same times. */
  readonly seed: number;
}

/** A queue before the operations. Who is refused or not recognised does not stand in it: the limiter is before it, as in a gateway. */
export function withCapacity(
  base: Behaviour,
  { rps = Infinity, places, latency, seed }: Capacity,
  { now }: Clock,
): Behaviour {
  const queue = createQueue(rps, places, createRandom(seed));
  // Its own numbers, so that service times are the same whatever the latency.
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
