import { object, withMember, without } from '../../json/value.ts';
import { onAnswer, reshapeAnimal, reshapeOutcome, showInstead } from '../../reshape.ts';
import { each, faults } from '../../variant.ts';

/** Faults in the shape and the values of a single animal. */
export const getContentFaults = faults({
  'got-without-status': {
    title: 'Returns an animal without its status',
    breaks: ['get.same-as-created'],
    follows: ['get.ok'],
    apply: reshapeAnimal('get', (body) => without(body, 'status')),
  },
  'got-with-null-status': {
    title: 'Returns the status null',
    breaks: ['get.schema', 'get.same-as-created'],
    follows: ['get.ok', 'list.consistent'],
    apply: reshapeAnimal('get', (body) => withMember(body, 'status', null)),
  },
  ...each(
    {
      'got-without-category': ['category', 'categoryId'],
      'got-without-name': ['name', 'name'],
      'got-without-id': ['id', 'id'],
    },
    ([what, field]) => ({
      title: `Returns an animal without its ${what}`,
      breaks: ['get.schema', 'get.same-as-created'],
      follows: ['get.ok'],
      apply: reshapeAnimal('get', (body) => without(body, field)),
    }),
  ),
  'got-id-as-string': {
    title: 'Returns the id as a string',
    breaks: ['get.schema', 'get.same-as-created'],
    follows: ['get.ok'],
    apply: reshapeAnimal('get', (body, { id }) => withMember(body, 'id', String(id))),
  },
  'got-category-as-double': {
    title: 'Returns category ids rounded to a double',
    breaks: ['get.same-as-created'],
    follows: ['get.ok', 'get.schema', 'create.int64'],
    apply: showInstead('get', (animal) => ({ ...animal, categoryId: BigInt(Number(animal.categoryId)) })),
  },
  'got-category-as-int32': {
    title: 'Returns category ids truncated to 32 bits',
    breaks: ['get.same-as-created'],
    follows: ['get.ok', 'create.int64'],
    apply: showInstead('get', (animal) => ({ ...animal, categoryId: BigInt.asIntN(32, animal.categoryId) })),
  },
  'got-name-in-capitals': {
    title: 'Returns names in upper case',
    breaks: ['get.same-as-created'],
    follows: ['list.consistent', 'get.ok'],
    apply: showInstead('get', (animal) => ({ ...animal, name: animal.name.toUpperCase() })),
  },
  'got-status-moved-on': {
    title: 'Returns pending animals as sold',
    breaks: ['get.same-as-created'],
    follows: ['get.ok'],
    apply: showInstead('get', (animal) => ({
      ...animal,
      status: animal.status === 'pending' ? 'sold' : animal.status,
    })),
  },
  'got-wrapped': {
    title: 'Wraps the animal in an object',
    breaks: ['get.schema'],
    follows: ['get.ok', 'get.same-as-created'],
    apply: reshapeOutcome(onAnswer('get', 200), (outcome) => ({
      ...outcome,
      json: object(['pet', outcome.json ?? null]),
    })),
  },
  'got-in-list': {
    title: 'Returns the animal in a list',
    breaks: ['get.schema'],
    follows: ['get.ok', 'get.same-as-created'],
    apply: reshapeOutcome(onAnswer('get', 200), (outcome) => ({
      ...outcome,
      json: [outcome.json ?? null],
    })),
  },
  'got-as-203': {
    title: 'Returns 203 instead of 200',
    breaks: ['get.ok'],
    follows: ['get.still-served', 'get.schema', 'get.same-as-created'],
    apply: reshapeOutcome(onAnswer('get', 200), (outcome) => ({ ...outcome, status: 203 })),
  },
});
