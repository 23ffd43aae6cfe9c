import { object, withMember, without } from '../../json/value.ts';
import { onAnswer, reshapeAnimal, reshapeOutcome, showInstead } from '../../reshape.ts';
import { faults } from '../../variant.ts';

/** Faults in the shape and the values of a single animal. */
export const getContentFaults = faults({
  'got-without-status': {
    title: 'Answers an animal without its status',
    breaks: ['get.same-as-created'],
    follows: ['get.ok'],
    apply: (base) => reshapeAnimal(base, 'get', (body) => without(body, 'status')),
  },
  'got-with-null-status': {
    title: 'Answers the status null',
    breaks: ['get.schema', 'get.same-as-created'],
    follows: ['get.ok'],
    apply: (base) => reshapeAnimal(base, 'get', (body) => withMember(body, 'status', null)),
  },
  'got-without-category': {
    title: 'Answers an animal without its category',
    breaks: ['get.schema', 'get.same-as-created'],
    follows: ['get.ok'],
    apply: (base) => reshapeAnimal(base, 'get', (body) => without(body, 'categoryId')),
  },
  'got-without-name': {
    title: 'Answers an animal without its name',
    breaks: ['get.schema', 'get.same-as-created'],
    follows: ['get.ok'],
    apply: (base) => reshapeAnimal(base, 'get', (body) => without(body, 'name')),
  },
  'got-without-id': {
    title: 'Answers an animal without its id',
    breaks: ['get.schema', 'get.same-as-created'],
    follows: ['get.ok'],
    apply: (base) => reshapeAnimal(base, 'get', (body) => without(body, 'id')),
  },
  'got-id-as-string': {
    title: 'Answers the id as a string',
    breaks: ['get.schema', 'get.same-as-created'],
    follows: ['get.ok'],
    apply: (base) => reshapeAnimal(base, 'get', (body, { id }) => withMember(body, 'id', String(id))),
  },
  'got-category-as-double': {
    title: 'Answers category ids rounded to doubles',
    breaks: ['get.same-as-created'],
    follows: ['get.ok', 'get.schema', 'create.int64'],
    apply: (base) =>
      showInstead(base, 'get', (animal) => ({ ...animal, categoryId: BigInt(Number(animal.categoryId)) })),
  },
  'got-category-as-int32': {
    title: 'Answers the lower 32 bits of category ids',
    breaks: ['get.same-as-created'],
    follows: ['get.ok', 'create.int64'],
    apply: (base) =>
      showInstead(base, 'get', (animal) => ({ ...animal, categoryId: BigInt.asIntN(32, animal.categoryId) })),
  },
  'got-name-in-capitals': {
    title: 'Answers names in capitals',
    breaks: ['get.same-as-created'],
    follows: ['get.ok'],
    apply: (base) => showInstead(base, 'get', (animal) => ({ ...animal, name: animal.name.toUpperCase() })),
  },
  'got-status-moved-on': {
    title: 'Answers pending animals as sold',
    breaks: ['get.same-as-created'],
    follows: ['get.ok'],
    apply: (base) =>
      showInstead(base, 'get', (animal) => ({
        ...animal,
        status: animal.status === 'pending' ? 'sold' : animal.status,
      })),
  },
  'got-wrapped': {
    title: 'Wraps the animal in an object',
    breaks: ['get.schema'],
    follows: ['get.ok', 'get.same-as-created'],
    apply: (base) =>
      reshapeOutcome(base, onAnswer('get', 200), (outcome) => ({
        ...outcome,
        json: object(['pet', outcome.json ?? null]),
      })),
  },
  'got-in-list': {
    title: 'Answers a list that holds the animal',
    breaks: ['get.schema'],
    follows: ['get.ok', 'get.same-as-created'],
    apply: (base) =>
      reshapeOutcome(base, onAnswer('get', 200), (outcome) => ({
        ...outcome,
        json: [outcome.json ?? null],
      })),
  },
  'got-as-203': {
    title: 'Answers 203 in place of 200',
    breaks: ['get.ok'],
    follows: ['get.still-served', 'get.schema', 'get.same-as-created'],
    apply: (base) => reshapeOutcome(base, onAnswer('get', 200), (outcome) => ({ ...outcome, status: 203 })),
  },
});
