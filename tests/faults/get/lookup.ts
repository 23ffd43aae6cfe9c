import { FAILED } from '../../../src/reference/behaviour.ts';
import type { Answer } from '../../../src/reference/message.ts';
import type { Animal } from '../../../src/reference/store.ts';
import {
  findOnly,
  idsFrom,
  isNew,
  onAnswer,
  onOperation,
  problemInstead,
  reshapeAnswer,
  reshapeReply,
  withBody,
} from '../changes/reshape.ts';
import { type FaultRow, faultTable } from '../table.ts';

/** Finds no animal for this many milliseconds after a request that did not find it. */
export const remembersNotFound =
  (milliseconds: number): FaultRow['apply'] =>
  (base) => {
    const missed = new Map<bigint, number>();
    return {
      find: (id, service) => {
        if (base.now() - (missed.get(id) ?? -Infinity) < milliseconds) return undefined;
        const animal = base.find(id, service);
        if (animal === undefined) missed.set(id, base.now());
        return animal;
      },
    };
  };

/** Faults in which animal is found, and in the response if none is. */
export const getLookupFaults = faultTable({
  'listed-not-found': {
    title: 'Finds only animals that were created after start-up',
    breaks: ['get.ok'],
    follows: ['get.still-served'],
    needs: { seed: 25 },
    apply: findOnly(isNew),
  },
  'zero-finds-the-first': {
    title: 'Returns the first animal for the id 0, as a mapper does that omits zeros from its conditions',
    breaks: ['get.not-found'],
    needs: { seed: 25 },
    apply: (base) => ({
      find: (id, service) => (id === 0n ? service.store.animals[0] : base.find(id, service)),
    }),
  },
  'negative-ids-count-from-the-end': {
    title: 'Takes the id for an index: -1 is the newest animal',
    breaks: ['get.not-found'],
    follows: ['get.ok'],
    apply: (base) => ({
      find: (id, service) => (id < 0n ? service.store.animals.at(Number(id)) : base.find(id, service)),
    }),
  },
  'not-found-remembered': {
    title: 'Remembers that there is no such animal, also after its creation',
    breaks: ['get.ok'],
    follows: ['get.same-as-created', 'get.still-served'],
    apply: remembersNotFound(Infinity),
  },
  'not-found-remembered-for-all': {
    title: 'Returns 404 for every id for 1 s after a request for an unknown id',
    breaks: ['get.ok'],
    follows: ['get.same-as-created', 'get.still-served'],
    needs: { seed: 25 },
    apply: (base) => {
      let until = 0;
      return {
        find: (id, service) => {
          if (base.now() < until) return undefined;
          const animal = base.find(id, service);
          if (animal === undefined) until = base.now() + 1_000;
          return animal;
        },
      };
    },
  },
  'looked-up-as-double': {
    title: 'Reads ids as doubles and finds another animal',
    breaks: ['get.same-as-created'],
    follows: ['get.ok', 'get.still-served'],
    apply: (base) => ({
      ...idsFrom(2n ** 53n + 2n)(base),
      find: (id, service) => base.find(BigInt(Number(id)), service),
    }),
  },
  'unauthorized-kept-by-path': {
    title: 'Keeps the 401 to a get without a key for 30 s, and returns it to every get of this animal',
    breaks: ['get.ok'],
    follows: ['get.same-as-created', 'get.still-served'],
    apply: (base) => {
      const kept = new Map<string, { readonly until: number; readonly answer: Answer }>();
      return reshapeAnswer(onOperation('get'), (answer, { path }) => {
        const cached = kept.get(path);
        if (cached !== undefined && base.now() < cached.until) return cached.answer;
        if (answer.status === 401) kept.set(path, { until: base.now() + 30_000, answer });
        return answer;
      })(base);
    },
  },
  'not-found-is-null': {
    title: 'Returns 200 and null for an unknown id',
    breaks: ['get.not-found'],
    follows: ['get.schema'],
    apply: reshapeReply(onAnswer('get', 404), (reply) => ({ ...reply, status: 200, json: null })),
  },
  'not-found-is-400': {
    title: 'Returns 400 for an unknown id',
    breaks: ['get.not-found'],
    apply: problemInstead(onAnswer('get', 404), {
      status: 400,
      code: 'invalid_request',
      message: 'There is no such animal.',
    }),
  },
  'not-found-is-500': {
    title: 'Returns 500 for an unknown id',
    breaks: ['get.not-found', 'robust.no-server-error'],
    apply: problemInstead(onAnswer('get', 404), FAILED),
  },
  'page-for-browsers': {
    title: 'Returns 404 as an HTML page if the Accept header is one of a browser',
    breaks: ['get.not-found', 'error.schema', 'media.json'],
    follows: ['media.well-formed'],
    apply: reshapeAnswer(
      (answer, { headers }) => answer.status === 404 && /text\/html/.test(headers.get('accept') ?? ''),
      withBody('text/html', '<html><body><h1>404 Not Found</h1></body></html>'),
    ),
  },
  'id-of-64-bits': {
    title: 'Reads ids modulo 2^64',
    breaks: ['get.not-found'],
    apply: (base) => ({
      readId: (text) => (/^-?\d+$/.test(text) ? BigInt.asIntN(64, BigInt(text)) : base.readId(text)),
    }),
  },
  'cached-by-remainder': {
    title: 'Keeps found animals in 64 places of a cache, and returns the one in the place of an id',
    breaks: ['get.not-found'],
    follows: ['get.ok', 'get.still-served', 'get.same-as-created'],
    apply: (base) => {
      const kept = new Map<bigint, Animal>();
      return {
        find: (id, service) => {
          const place = id % 64n;
          const animal = kept.get(place) ?? base.find(id, service);
          if (animal !== undefined) kept.set(place, animal);
          return animal;
        },
      };
    },
  },
  'simultaneous-gets-share-animal': {
    title: 'Returns the animal of a get to the gets that come while it is sent',
    breaks: ['get.ok'],
    follows: ['get.same-as-created', 'get.not-found', 'get.still-served'],
    apply: (base) => {
      let open: Animal | undefined;
      return {
        find: (id, service) => {
          const animal = open ?? base.find(id, service);
          open = animal;
          base.later(40, () => {
            open = undefined;
          });
          return animal;
        },
        deliver: (answer, request, wire) => base.later(50, () => base.deliver(answer, request, wire)),
      };
    },
  },
  'id-with-letters': {
    title: 'Reads an id up to the first character that is not a digit',
    breaks: ['get.not-found'],
    apply: (base) => ({ readId: (text) => base.readId(/^-?\d+/.exec(text)?.[0] ?? text) }),
  },
});
