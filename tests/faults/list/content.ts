import type { Reply } from '../../../src/reference/message.ts';
import { idsFrom, isNew, listInstead, showInstead } from '../changes/reshape.ts';
import { type FaultRow, faultTable } from '../table.ts';

/** Keeps lists for a minute by this name; a list without one is not kept. */
const cachesLists =
  (nameOf: (query: URLSearchParams) => string | undefined): FaultRow['apply'] =>
  (base) => {
    const kept = new Map<string, { readonly reply: Reply; readonly at: number }>();
    return {
      list: (request, service) => {
        const name = nameOf(request.query);
        if (name === undefined) return base.list(request, service);
        const known = kept.get(name);
        if (known !== undefined && base.now() < known.at + 60_000) return known.reply;
        const reply = base.list(request, service);
        kept.set(name, { reply, at: base.now() });
        return reply;
      },
    };
  };

/** Faults in which animals a list shows, and in the values it shows for them. */
export const listContentFaults = faultTable({
  'listed-name-cut': {
    title: 'Lists only the first 12 characters of a name',
    breaks: ['list.agrees-with-created'],
    follows: ['list.shows-created'],
    apply: showInstead('list', (animal) => ({ ...animal, name: animal.name.slice(0, 12) })),
  },
  'listed-name-as-number': {
    title: 'Lists names of digits without leading zeros',
    breaks: ['list.agrees-with-created'],
    apply: showInstead('list', (animal) => ({ ...animal, name: animal.name.replace(/^0+(?=\d+$)/, '') })),
  },
  'listed-category-as-double': {
    title: 'Lists category ids rounded to a double',
    breaks: ['list.agrees-with-created'],
    follows: ['list.schema', 'create.int64'],
    apply: showInstead('list', (animal) => ({ ...animal, categoryId: BigInt(Number(animal.categoryId)) })),
  },
  'first-animal-twice': {
    title: 'Lists the first animal twice',
    breaks: ['list.unique-ids'],
    follows: ['list.status-filter-complete', 'list.shows-created', 'list.default-limit'],
    apply: (base) => ({
      page: (animals, limit, query) => base.page([...animals.slice(0, 1), ...animals], limit, query),
    }),
  },
  'listed-id-as-double': {
    title: 'Lists ids rounded to a double',
    breaks: ['list.unique-ids'],
    follows: [
      'create.unique-ids',
      'list.fills-page',
      'list.consistent',
      'list.shows-created',
      'list.agrees-with-created',
      'list.status-filter-complete',
      'get.ok',
      'get.same-as-created',
    ],
    apply: (base) => ({
      ...idsFrom(2n ** 53n + 1n)(base),
      ...showInstead('list', (animal) => ({ ...animal, id: BigInt(Number(animal.id)) }))(base),
    }),
  },
  'never-shows-created': {
    title: 'Lists only animals that existed at start-up',
    breaks: ['list.shows-created'],
    follows: [
      'list.consistent',
      'list.status-filter-complete',
      'list.fills-page',
      'list.agrees-with-created',
      'list.default-limit',
    ],
    apply: listInstead((matches, { createdAt }, _, { now }) => matches && createdAt < now() - 3_600_000),
  },
  'kept-by-address': {
    title: 'Caches every list by its URL for 1 min',
    breaks: ['list.shows-created'],
    follows: ['list.consistent', 'list.fills-page', 'list.status-filter-complete'],
    apply: cachesLists((query) => String(query)),
  },
  'filtered-lists-cached': {
    title: 'Caches filtered lists for 1 min',
    breaks: ['list.status-filter-complete'],
    follows: ['list.fills-page', 'list.status-with-limit', 'list.shows-created'],
    apply: cachesLists((query) => (query.has('status') ? `${query.get('status')} ${query.get('limit')}` : undefined)),
  },
  'every-fourth-list-without-created': {
    title: 'Omits new animals from every fourth list',
    breaks: ['list.shows-created'],
    follows: [
      'list.consistent',
      'list.status-filter-complete',
      'list.fills-page',
      'list.status-with-limit',
      'list.default-limit',
    ],
    apply: (base) => {
      let lists = 3;
      return {
        ...listInstead((matches, animal, _, own) => matches && (lists % 4 !== 0 || !isNew(animal, own)))(base),
        list: (request, service) => {
          lists += 1;
          return base.list(request, service);
        },
      };
    },
  },
  'created-only-in-filtered-lists': {
    title: 'Lists new animals only if a status filter is sent',
    breaks: ['list.shows-created'],
    follows: ['list.consistent', 'list.fills-page', 'list.default-limit', 'list.agrees-with-created'],
    apply: listInstead((matches, animal, filter, base) => matches && (filter !== null || !isNew(animal, base))),
  },
  'hides-animals-without-status': {
    title: 'Omits animals without a status from lists',
    breaks: ['list.shows-created'],
    follows: ['list.consistent', 'list.fills-page', 'list.agrees-with-created'],
    apply: listInstead((matches, { status }) => matches && status !== null),
  },
});
