import type { Behaviour } from '../../behaviour.ts';
import { problemOutcome } from '../../conforming/problem.ts';
import { faults } from '../../variant.ts';

/** Faults that depend on earlier requests: only an exploration sends these in the order that shows them. */
export const exploredOverTimeFaults = faults({
  'not-found-remembered': {
    title: 'Remembers for each id that there is no such animal, also after its creation',
    breaks: ['get.ok'],
    apply: (base) => ({ find: remembering(base, Number.POSITIVE_INFINITY) }),
  },
  'not-found-remembered-for-seconds': {
    title: 'Remembers for 5 s that there is no such animal, also after its creation',
    breaks: ['get.ok'],
    apply: (base) => ({ find: remembering(base, 5_000) }),
  },
  'breaker-counts-not-found': {
    title: 'Returns 503 for 2 s after five gets in a row found no animal',
    breaks: ['robust.no-server-error'],
    follows: ['get.ok', 'get.not-found'],
    apply: (base) => {
      let misses = 0;
      let until = 0;
      return {
        get: (request, service) => {
          if (base.now() < until) return problemOutcome(service.behaviour, request, BUSY);
          const outcome = base.get(request, service);
          misses = outcome.status === 404 ? misses + 1 : 0;
          if (misses >= 5) {
            until = base.now() + 2_000;
            misses = 0;
          }
          return outcome;
        },
      };
    },
  },
});

const BUSY = { status: 503, code: 'busy', message: 'The service is busy.' };

function remembering(base: Behaviour, milliseconds: number): Behaviour['find'] {
  const missed = new Map<bigint, number>();
  return (id, service) => {
    if (base.now() - (missed.get(id) ?? Number.NEGATIVE_INFINITY) < milliseconds) return undefined;
    const animal = base.find(id, service);
    if (animal === undefined) missed.set(id, base.now());
    return animal;
  };
}
