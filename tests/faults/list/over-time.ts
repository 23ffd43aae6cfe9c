import { type Behaviour, withChanges } from '../../../src/reference/behaviour.ts';
import type { Animal, NewAnimal, Store } from '../../../src/reference/store.ts';
import { isNew, keepsNewest, listInstead, reshapeAnimal, showInstead } from '../changes/reshape.ts';
import { vanishing } from '../requirement-groups.ts';
import { faultTable } from '../table.ts';

/** Long enough for lists that are sent right after the creates, and within the settle time of the checks. */
const LATER_MS = 1_500;

/** Stores an animal some time after the response, with the next id. */
const addLater = (base: Behaviour, store: Store, animal: NewAnimal) =>
  base.later(LATER_MS, () => store.animals.push({ ...animal, id: base.nextId(store), createdAt: base.now() }));

/** Faults that show only in the agreement of several responses, or some time afterwards. */
export const storeOverTimeFaults = faultTable({
  'complete-lists-omit-old-sold': {
    title: 'Omits sold animals that existed at start-up from unfiltered lists, but not from filtered ones',
    breaks: ['list.consistent'],
    follows: ['list.fills-page', 'list.default-limit'],
    needs: { seed: 25 },
    apply: listInstead(
      (matches, animal, filter, base) =>
        matches && (filter !== null || animal.status !== 'sold' || isNew(animal, base)),
    ),
  },
  'got-old-category-truncated': {
    title: 'Returns a different category from the one that lists show, for an animal that existed at start-up',
    breaks: ['list.consistent'],
    needs: { seed: 25 },
    apply: (base) =>
      showInstead('get', (animal) =>
        isNew(animal, base) ? animal : { ...animal, categoryId: animal.categoryId + 1000n },
      )(base),
  },
  'filtered-lists-abbreviate-names': {
    title: 'Shortens the names of animals that existed at start-up in filtered lists',
    breaks: ['list.consistent'],
    needs: { seed: 25 },
    apply: (base) => {
      let isFiltered = false;
      const shown = reshapeAnimal('list', (body, animal) =>
        isFiltered && !isNew(animal, base) ? { ...body, name: animal.name.slice(0, 3) } : body,
      )(base);
      return {
        ...shown,
        list: (request, service) => {
          isFiltered = request.query.has('status');
          return base.list(request, service);
        },
      };
    },
  },
  'keeps-thirty-animals': {
    title: 'Keeps only the newest 30 animals',
    breaks: ['get.ok'],
    follows: vanishing,
    needs: { seed: 25 },
    apply: keepsNewest(30),
  },
  'keeps-recently-read-animals': {
    title: 'Keeps 45 animals, and drops the one whose creation or last read is the longest ago',
    breaks: ['get.ok'],
    follows: vanishing,
    needs: { seed: 40 },
    apply: (base) => {
      const uses = new Map<bigint, number>();
      let count = 0;
      const use = (id: bigint) => uses.set(id, ++count);
      const lastUse = ({ id }: Animal): number => {
        if (!uses.has(id)) use(id);
        return uses.get(id) ?? 0;
      };
      return {
        visible: (animal, service) => {
          const kept = service.store.animals.toSorted((one, other) => lastUse(other) - lastUse(one)).slice(0, 45);
          return base.visible(animal, service) && kept.includes(animal);
        },
        find: (id, service) => {
          const animal = base.find(id, service);
          if (animal !== undefined) use(id);
          return animal;
        },
      };
    },
  },
  'refused-stored-later': {
    title: 'Refuses an unknown status with 400 and stores the animal 1.5 s later',
    breaks: ['create.rejected-not-stored'],
    apply: (base) => ({
      create: (request, service) => {
        const { name, categoryId } = payloadIn(request.body.toString());
        if (request.body.includes('"status":"available\\"2"') && name !== undefined && categoryId !== undefined)
          addLater(base, service.store, { name, categoryId, status: null });
        return base.create(request, service);
      },
    }),
  },
  'stored-again-later': {
    title: 'Stores a pending animal a second time 1.5 s later',
    breaks: ['create.unique-ids'],
    follows: ['list.fills-page'],
    apply: (base) => ({
      create: (request, service) => {
        const reply = base.create(request, service);
        const animal = service.store.animals.at(-1);
        if (reply.status === 201 && animal?.status === 'pending') addLater(base, service.store, animal);
        return reply;
      },
    }),
  },
  'name-normalised-later': {
    title: 'Converts names to upper case 1.5 s after their creation',
    breaks: ['list.agrees-with-created'],
    follows: ['get.same-as-created'],
    apply: (base) => {
      const later = (animal: Animal) =>
        isNew(animal, base) && base.now() >= animal.createdAt + LATER_MS
          ? { ...animal, name: animal.name.toUpperCase() }
          : animal;
      return withChanges(base, showInstead('list', later), showInstead('get', later));
    },
  },
  'status-appears-in-lists': {
    title: 'Lists animals without a status as available, unlike the response to their creation',
    breaks: ['list.agrees-with-created'],
    follows: ['list.status-filter-complete', 'list.consistent'],
    apply: reshapeAnimal('list', (body, { status }) => ({ ...body, status: status ?? 'available' })),
  },
});

function payloadIn(body: string): { readonly name?: string; readonly categoryId?: bigint } {
  const name = /"name":"((?:[^"\\]|\\.)*)"/.exec(body)?.[1];
  const categoryId = /"categoryId":(\d{1,18})\b/.exec(body)?.[1];
  return {
    ...(name === undefined ? {} : { name }),
    ...(categoryId === undefined ? {} : { categoryId: BigInt(categoryId) }),
  };
}
