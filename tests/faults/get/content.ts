import { problemReply } from '../../../src/reference/behaviour.ts';
import { without } from '../../../src/reference/tree.ts';
import { onAnswer, reshapeAnimal, reshapeReply, sayLifecycle, showInstead } from '../changes/reshape.ts';
import { each, faultTable } from '../table.ts';

/** Faults in the shape and values of a single animal, and in its deprecation: an early removal, wrong `Sunset` or `Deprecation` headers. */
export const getContentFaults = faultTable({
  'got-without-status': {
    title: 'Returns an animal without its status',
    breaks: ['get.same-as-created'],
    follows: ['get.ok', 'list.consistent'],
    apply: reshapeAnimal('get', (body) => without(body, 'status')),
  },
  'got-with-null-status': {
    title: 'Returns the status null',
    breaks: ['get.schema', 'get.same-as-created'],
    follows: ['get.ok', 'list.consistent'],
    apply: reshapeAnimal('get', (body) => ({ ...body, status: null })),
  },
  'got-without-id': {
    title: 'Returns an animal without its id',
    breaks: ['get.schema', 'get.same-as-created'],
    follows: ['get.ok'],
    apply: reshapeAnimal('get', (body) => without(body, 'id')),
  },
  'got-id-as-string': {
    title: 'Returns the id as a string',
    breaks: ['get.schema', 'get.same-as-created'],
    follows: ['get.ok'],
    apply: reshapeAnimal('get', (body, { id }) => ({ ...body, id: String(id) })),
  },
  'got-in-list': {
    title: 'Returns the animal in a list',
    breaks: ['get.schema'],
    follows: ['get.ok', 'get.same-as-created'],
    apply: reshapeReply(onAnswer('get', 200), (reply) => ({
      ...reply,
      json: [reply.json ?? null],
    })),
  },
  'got-category-as-double': {
    title: 'Returns category ids rounded to a double',
    breaks: ['get.same-as-created'],
    follows: ['get.ok', 'get.schema', 'create.int64'],
    apply: showInstead('get', (animal) => ({ ...animal, categoryId: BigInt(Number(animal.categoryId)) })),
  },
  'got-as-203': {
    title: 'Returns 203 instead of 200',
    breaks: ['get.ok'],
    follows: ['get.still-served', 'get.schema', 'get.same-as-created'],
    apply: reshapeReply(onAnswer('get', 200), (reply) => ({ ...reply, status: 203 })),
  },
  'removed-early-404': {
    title: 'Removed GET /pets/{id} early: returns 404 for every id',
    breaks: ['get.ok', 'get.still-served'],
    follows: ['get.same-as-created', 'get.schema', 'get.deprecation-signal'],
    apply: () => ({
      get: (request, { behaviour }) =>
        problemReply(behaviour, request, { status: 404, code: 'not_found', message: 'There is no such path.' }),
    }),
  },
  'removed-early-301': {
    title: 'Removed GET /pets/{id} early: redirects to the list',
    breaks: ['get.ok', 'get.still-served'],
    follows: ['get.not-found', 'get.same-as-created', 'get.schema', 'get.deprecation-signal'],
    apply: () => ({
      get: () => ({ status: 301, headers: [['Location', '/v1/pets?status=available']], json: undefined }),
    }),
  },
  ...each(
    {
      'sunset-a-year-late': ['5 December 2031 in Sunset', 'Fri, 05 Dec 2031 00:00:00 GMT'],
      'sunset-day-and-month-swapped': ['12 May 2030 in Sunset', 'Sun, 12 May 2030 00:00:00 GMT'],
      'sunset-iso-date': ['Sunset as an ISO 8601 date', '2030-12-05T00:00:00Z'],
    },
    ([what, value]) => ({ title: `Sends ${what}`, breaks: ['get.sunset-date'], apply: sayLifecycle('Sunset', value) }),
  ),
  ...each(
    {
      'deprecation-true': ['Deprecation as `true`, as in an early draft', 'true'],
      'deprecation-http-date': ['Deprecation as an HTTP date, as in an early draft', 'Fri, 05 Dec 2025 00:00:00 GMT'],
      'deprecation-bare-number': ['Deprecation as a bare number', '1764892800'],
      'deprecation-after-sunset': ['a Deprecation date after the Sunset date', '@1954195200'],
    },
    ([what, value]) => ({
      title: `Sends ${what}`,
      breaks: ['get.deprecation-syntax'],
      apply: sayLifecycle('Deprecation', value),
    }),
  ),
  'no-deprecation-signal': {
    title: 'Sends neither Deprecation nor Sunset',
    breaks: ['get.deprecation-signal'],
    apply: (base) => ({ lifecycleHeaders: () => base.lifecycleHeaders().filter(([name]) => name === 'Link') }),
  },
});
