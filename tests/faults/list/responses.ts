import { integer, isList, isObject, without } from '../../../src/reference/tree.ts';
import { everyNth, onAnswer, reshapeAnimal, reshapeReply } from '../changes/reshape.ts';
import { listBody, statusFilters } from '../requirement-groups.ts';
import { faultTable } from '../table.ts';

export const listResponseFaults = faultTable({
  'full-page-is-206': {
    title: 'Returns 206 if there are more animals than fit on the page',
    breaks: ['list.ok', 'list.limit-minimum'],
    follows: [
      'list.default-limit',
      'list.limit-honoured',
      'list.limit-maximum',
      ...statusFilters,
      'list.status-with-limit',
      'list.status-filter-complete',
      'list.shows-created',
    ],
    apply: reshapeReply(onAnswer('list', 200), (reply, request) =>
      isList(reply.json) && reply.json.length === Number(request.query.get('limit') ?? 20)
        ? { ...reply, status: 206 }
        : reply,
    ),
  },
  'wrapped-list': {
    title: 'Wraps the list in an object',
    breaks: ['list.ok'],
    follows: listBody,
    apply: reshapeReply(onAnswer('list', 200), (reply) => ({
      ...reply,
      json: { items: reply.json ?? null },
    })),
  },
  'wrapped-filtered-list': {
    title: 'Wraps a filtered list in an object',
    breaks: ['list.schema'],
    follows: ['list.ok', ...statusFilters, 'list.status-filter-complete', 'list.status-with-limit'],
    apply: reshapeReply(onAnswer('list', 200), (reply, { query }) =>
      query.has('status') ? { ...reply, json: { items: reply.json ?? null } } : reply,
    ),
  },
  'empty-list-is-null': {
    title: 'Returns null for an empty list',
    breaks: ['list.ok'],
    follows: [...statusFilters, 'list.limit-minimum', 'list.limit-maximum', 'list.schema'],
    needs: { seed: 0 },
    apply: reshapeReply(onAnswer('list', 200), (reply) =>
      isList(reply.json) && reply.json.length === 0 ? { ...reply, json: null } : reply,
    ),
  },
  'sent-to-a-slash': {
    title: 'Redirects a list to its path with a trailing slash',
    breaks: ['list.ok', 'list.limit-minimum', 'list.limit-maximum', ...statusFilters],
    follows: ['list.status-with-limit'],
    apply: () => ({ list: () => ({ status: 301, headers: [['Location', '/v1/pets/']], json: undefined }) }),
  },
  'item-id-as-string': {
    title: 'Lists ids as strings',
    breaks: ['list.schema'],
    follows: ['list.shows-created', 'list.status-filter-complete', 'get.ok'],
    apply: reshapeAnimal('list', (body, { id }) => ({ ...body, id: String(id) })),
  },
  'item-id-overflows': {
    title: 'Lists ids that do not fit into 64 bits',
    breaks: ['list.schema'],
    follows: [
      'list.consistent',
      'list.shows-created',
      'list.agrees-with-created',
      'list.status-filter-complete',
      'get.ok',
    ],
    apply: reshapeAnimal('list', (body, { id }) => ({ ...body, id: integer(id + 2n ** 63n) })),
  },
  'item-without-name': {
    title: 'Lists animals without their names',
    breaks: ['list.schema'],
    follows: ['list.shows-created', 'list.agrees-with-created'],
    apply: reshapeAnimal('list', (body) => without(body, 'name')),
  },
  'item-null-status': {
    title: 'Lists the status null for animals without a status',
    breaks: ['list.schema'],
    follows: ['list.agrees-with-created'],
    apply: reshapeAnimal('list', (body, { status }) => ({ ...body, status })),
  },
  'item-without-status': {
    title: 'Lists animals without their status',
    breaks: ['list.agrees-with-created', ...statusFilters],
    follows: ['list.consistent', 'list.status-with-limit', 'list.status-filter-complete'],
    apply: reshapeAnimal('list', (body) => without(body, 'status')),
  },
  'third-list-leaks-status': {
    title: 'Lists an undefined status in every third list',
    breaks: ['list.schema'],
    follows: ['list.agrees-with-created', ...statusFilters, 'list.status-with-limit'],
    apply: (base) => {
      const third = everyNth(3);
      return reshapeReply(onAnswer('list', 200), (reply) => {
        const [first, ...rest] = isList(reply.json) ? reply.json : [];
        return isObject(first) && third() ? { ...reply, json: [{ ...first, status: 'archived' }, ...rest] } : reply;
      })(base);
    },
  },
});
