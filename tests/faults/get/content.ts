import { withMember, without } from '../../../src/reference/json/value.ts';
import { onAnswer, reshapeAnimal, reshapeOutcome, showInstead } from '../changes/reshape.ts';
import { faults } from '../table.ts';

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
    apply: reshapeAnimal('get', (body, { id }) => withMember(body, 'id', String(id))),
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
    apply: reshapeOutcome(onAnswer('get', 200), (outcome) => ({ ...outcome, status: 203 })),
  },
});
