import { problemReply } from '../../../src/reference/behaviour.ts';
import type { Reply } from '../../../src/reference/message.ts';
import { listInstead } from '../changes/reshape.ts';
import { statusFilters } from '../requirement-groups.ts';
import { faultTable } from '../table.ts';

export const listFilterFaults = faultTable({
  'filter-searches-names': {
    title: 'Lists animals whose name contains the status',
    breaks: ['list.status-filter.available', 'list.status-filter.sold'],
    follows: ['list.status-filter-complete', 'list.fills-page', 'list.status-with-limit'],
    apply: listInstead((matches, { name }, filter) => matches || (filter !== null && name.includes(filter))),
  },
  'filter-not-decoded': {
    title: 'Compares the status filter without percent-decoding it',
    breaks: ['list.status-filter.sold'],
    follows: ['list.status-filter-complete', 'list.fills-page'],
    apply: (base) => ({
      list: (request, service) =>
        /status=[^&]*%/.test(request.rawQuery)
          ? problemReply(service.behaviour, request, {
              status: 400,
              code: 'invalid_request',
              message: 'status must be one of available, pending, sold.',
            })
          : base.list(request, service),
    }),
  },
  'list-cached-by-status': {
    title: 'Keeps a list for 1 s, whatever its limit is, until an animal is created',
    breaks: ['list.limit-honoured'],
    follows: [
      'list.consistent',
      'list.default-limit',
      'list.fills-page',
      'list.status-with-limit',
      'list.limit-maximum',
      'list.never-above-maximum',
      'list.shows-created',
      'list.status-filter-complete',
      ...statusFilters,
    ],
    apply: (base) => {
      const kept = new Map<string | null, { readonly until: number; readonly reply: Reply }>();
      return {
        create: (request, service) => {
          kept.clear();
          return base.create(request, service);
        },
        list: (request, service) => {
          const status = request.query.get('status');
          const known = kept.get(status);
          if (known !== undefined && base.now() < known.until) return known.reply;
          const reply = base.list(request, service);
          if (reply.status === 200) kept.set(status, { until: base.now() + 1_000, reply });
          return reply;
        },
      };
    },
  },
  'filter-lost-with-limit': {
    title: 'Ignores the status filter if a limit is sent',
    breaks: ['list.status-with-limit'],
    follows: [...statusFilters, 'list.status-filter-complete', 'list.fills-page'],
    apply: (base) => ({
      matches: (animal, filter, query) => base.matches(animal, query.has('limit') ? null : filter, query),
    }),
  },
  'limit-lost-with-filter': {
    title: 'Ignores the limit if a status filter is sent',
    breaks: ['list.status-with-limit', 'list.limit-honoured'],
    follows: ['list.fills-page', 'list.status-filter-complete'],
    apply: (base) => ({ page: (animals, limit, query) => base.page(animals, query.has('status') ? 20 : limit, query) }),
  },
  'filter-drops-every-third': {
    title: 'Omits every third animal from filtered lists',
    breaks: ['list.status-filter-complete'],
    follows: ['list.fills-page', 'list.shows-created'],
    apply: listInstead((matches, { id }, filter) => matches && (filter === null || id % 3n !== 0n)),
  },
  'available-adds-animals-without-status': {
    title: 'Treats animals without a status as available',
    breaks: ['list.status-filter.available'],
    follows: ['list.status-with-limit', 'list.status-filter-complete'],
    apply: listInstead((matches, { status }, filter) => matches || (filter === 'available' && status === null)),
  },
  'empty-with-filter-and-limit': {
    title: 'Returns an empty list if filter and limit are sent together',
    breaks: ['list.fills-page'],
    follows: ['list.status-filter-complete', 'list.status-with-limit'],
    apply: (base) => ({
      page: (animals, limit, query) =>
        query.has('status') && query.has('limit') ? [] : base.page(animals, limit, query),
    }),
  },
  'sold-only-with-the-filter': {
    title: 'Lists sold animals only if the filter asks for them',
    breaks: ['list.shows-created'],
    follows: ['list.agrees-with-created', 'list.consistent', 'list.fills-page'],
    apply: (base) => ({
      page: (animals, limit, query) =>
        base.page(query.has('status') ? animals : animals.filter(({ status }) => status !== 'sold'), limit, query),
    }),
  },
});
