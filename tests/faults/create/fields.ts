import { accept, andThen, refuse } from '../../../src/reference/message.ts';
import { readInstead, storeCategory } from '../changes/payload.ts';
import { everyNth } from '../changes/reshape.ts';
import { each, faults } from '../table.ts';

/** Faults in how category, status and id are read, stored and assigned. */
export const createFieldFaults = faults({
  'category-minus-one-as-zero': {
    title: 'Stores category -1 as 0, in a store of 25 animals',
    breaks: ['create.echo'],
    follows: ['list.agrees-with-created'],
    needs: { seed: 25 },
    apply: storeCategory((category) => (category === -1n ? 0n : category)),
  },
  ...each(
    {
      'category-above-double-refused': ['category ids above 2^53 - 1', 2n ** 53n],
      'category-maximum-refused': ['the largest 64-bit category id', 2n ** 63n - 1n],
    },
    ([what, least]) => ({
      title: `Rejects ${what}`,
      breaks: ['create.int64'],
      apply: (base) => ({
        readCategory: (json) =>
          andThen(base.readCategory(json), (category) =>
            category >= least ? refuse('categoryId is too large.') : accept(category),
          ),
      }),
    }),
  ),
  'kept-pending-as-available': {
    title: 'Stores pending animals as available',
    breaks: ['get.same-as-created', 'list.agrees-with-created'],
    follows: ['list.status-filter-complete'],
    apply: (base) => ({
      keep: (animal) => base.keep({ ...animal, status: animal.status === 'pending' ? 'available' : animal.status }),
    }),
  },
  'payload-known-already': {
    title: 'Assigns the same id again to a repeated payload',
    breaks: ['create.unique-ids'],
    follows: ['list.unique-ids', 'get.same-as-created', 'list.shows-created', 'list.agrees-with-created', 'get.ok'],
    apply: (base) => {
      const ids = new Map<string, bigint>();
      return {
        create: (request, service) => {
          const body = String(request.body);
          const earlier = ids.get(body);
          const nextId = (store: typeof service.store) => earlier ?? service.behaviour.nextId(store);
          const outcome = base.create(request, { ...service, behaviour: { ...service.behaviour, nextId } });
          if (outcome.status === 201) ids.set(body, service.store.all().at(-1)?.id ?? 0n);
          return outcome;
        },
      };
    },
  },
  'id-given-twice': {
    title: 'Assigns every id to two animals',
    breaks: ['create.unique-ids'],
    follows: ['list.unique-ids', 'get.same-as-created', 'list.shows-created', 'list.agrees-with-created', 'get.ok'],
    apply: (base) => {
      const second = everyNth(2);
      return {
        nextId: (store) => {
          const last = store.all().at(-1)?.id;
          return last !== undefined && store.all().length > store.seed && second() ? last : base.nextId(store);
        },
      };
    },
  },
  'ids-start-again': {
    title: 'Restarts ids from the beginning, as after a restart',
    breaks: ['get.same-as-created'],
    follows: ['list.unique-ids', 'create.unique-ids', 'get.ok', 'list.agrees-with-created', 'list.shows-created'],
    needs: { seed: 60 },
    apply: (base) => {
      let next: bigint | undefined;
      return {
        nextId: (store) => {
          if (store.all().length < store.seed) return base.nextId(store);
          next = (next ?? store.firstId - 1n) + 1n;
          return next;
        },
      };
    },
  },
  ...each({ 'available-refused': 'available', 'pending-refused': 'pending', 'sold-refused': 'sold' }, (status) => ({
    title: `Rejects ${status} animals`,
    breaks: ['create.each-status'],
    follows: ['create.created', 'create.echo', 'create.schema'],
    apply: readInstead('readStatus', (json) => (json === status ? refuse('status must be another one.') : undefined)),
  })),
  'status-required': {
    title: 'Rejects a payload without a status',
    breaks: ['create.status-optional'],
    follows: ['create.created', 'create.schema', 'create.int64'],
    apply: readInstead('readStatus', (json) => (json === undefined ? refuse('status is required.') : undefined)),
  },
  'category-without-sign': {
    title: 'Stores negative category ids as positive ones',
    breaks: ['create.echo'],
    follows: ['create.int64', 'list.agrees-with-created', 'get.same-as-created', 'create.schema'],
    apply: storeCategory((value) => (value < 0n && value > -(2n ** 62n) ? -value : value)),
  },
});
