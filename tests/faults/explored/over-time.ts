import { problemReply } from '../../../src/reference/behaviour.ts';
import { everyNth, gatewayPage, isNew, keepsNewest, reshapeAnswer } from '../changes/reshape.ts';
import { remembersNotFound } from '../get/lookup.ts';
import { vanishing } from '../requirement-groups.ts';
import { faultTable } from '../table.ts';

/** Faults that need more animals, or more requests in a row, than a standard check sends: only an exploration finds them. */
export const exploredOverTimeFaults = faultTable({
  'made-by-asking': {
    title: 'Returns 404 for an unknown id, and an empty animal if it is asked for again',
    breaks: ['get.not-found'],
    follows: ['get.ok', 'list.consistent'],
    apply: (base) => {
      const asked = new Set<bigint>();
      return {
        find: (id, service) => {
          const animal = base.find(id, service);
          if (animal !== undefined || !asked.has(id)) {
            asked.add(id);
            return animal;
          }
          return { id, name: '', categoryId: 0n, status: null, createdAt: base.now() };
        },
      };
    },
  },
  'not-found-remembered-for-seconds': {
    title: 'Remembers for 5 s that there is no such animal, also after its creation',
    breaks: ['get.ok'],
    apply: remembersNotFound(5_000),
  },
  'keeps-fifteen-new-animals': {
    title: 'Keeps only the newest 15 of the animals that were created after start-up',
    breaks: ['get.ok'],
    follows: vanishing,
    apply: keepsNewest(15, isNew),
  },
  'drafts-deleted-later': {
    title: 'Deletes animals without a status 15 s after their creation',
    breaks: ['get.ok'],
    follows: vanishing,
    apply: (base) => ({
      visible: (animal, service) =>
        base.visible(animal, service) &&
        (animal.status !== null || !isNew(animal, base) || base.now() - animal.createdAt < 15_000),
    }),
  },
  'replica-stops-after-ten-seconds': {
    title: 'Sends every third read to a replica that has no animal created later than 10 s after start-up',
    breaks: ['get.ok'],
    follows: [...vanishing, 'get.same-as-created'],
    apply: (base) => {
      const stopped = base.now() + 10_000;
      const third = everyNth(3);
      let isBehind = false;
      const read =
        <T, A extends unknown[]>(answer: (...args: A) => T) =>
        (...args: A): T => {
          isBehind = third();
          return answer(...args);
        };
      return {
        list: read(base.list),
        get: read(base.get),
        visible: (animal, service) => base.visible(animal, service) && !(isBehind && animal.createdAt > stopped),
      };
    },
  },
  'gateway-fails-every-41st': {
    title: 'A gateway returns 502 for every 41st request',
    breaks: ['robust.no-server-error'],
    apply: reshapeAnswer((_, { serial }) => serial % 41 === 40, gatewayPage(502, 'Bad Gateway')),
  },
  'breaker-counts-not-found': {
    title: 'Returns 503 for 2 s after six gets in a row found no animal',
    breaks: ['robust.no-server-error'],
    follows: ['get.ok', 'get.not-found'],
    apply: (base) => {
      let misses = 0;
      let until = 0;
      return {
        get: (request, service) => {
          if (base.now() < until) return problemReply(service.behaviour, request, BUSY);
          const reply = base.get(request, service);
          misses = reply.status === 404 ? misses + 1 : 0;
          if (misses >= 6) {
            until = base.now() + 2_000;
            misses = 0;
          }
          return reply;
        },
      };
    },
  },
});

const BUSY = { status: 503, code: 'busy', message: 'The service is busy.' };
