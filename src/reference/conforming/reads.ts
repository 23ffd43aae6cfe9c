import { type Behaviour, problemOutcome, statuses } from '../behaviour.ts';
import { accept, refuse } from '../message.ts';

export const list = {
  list: (request, service) => {
    const { behaviour, store } = service;
    const { query } = request;
    const problem = behaviour.checkQuery(query);
    if (problem !== null) return problemOutcome(behaviour, request, problem);
    const limit = behaviour.readLimit(query.get('limit'));
    if (!limit.ok) return problemOutcome(behaviour, request, limit.problem);
    const filter = behaviour.readFilter(query.get('status'));
    if (!filter.ok) return problemOutcome(behaviour, request, filter.problem);
    const found = behaviour
      .order(store.all(), request)
      .filter((animal) => behaviour.visible(animal, service) && behaviour.matches(animal, filter.value, query));
    const items = behaviour.page(found, limit.value, query).map((animal) => behaviour.encodeAnimal(animal, 'list'));
    return { status: 200, headers: [], json: items };
  },
  checkQuery: () => null,
  readLimit: (text) => {
    if (text === null) return accept(20);
    const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    return limit >= 1 && limit <= 100 ? accept(limit) : refuse('limit must be an integer from 1 to 100.');
  },
  readFilter: (text) =>
    text === null || statuses.includes(text) ? accept(text) : refuse(`status must be one of ${statuses.join(', ')}.`),
  visible: () => true,
  matches: (animal, filter) => filter === null || animal.status === filter,
  order: (animals) => animals.toReversed(),
  page: (animals, limit) => animals.slice(0, limit),
} satisfies Partial<Behaviour>;

const notFound = { status: 404, code: 'not_found', message: 'There is no animal with this id.' };

export const get = {
  get: (request, service) => {
    const { behaviour } = service;
    const headers = behaviour.lifecycleHeaders();
    const id = behaviour.readId(request.path.split('/').at(-1) ?? '');
    const animal = id.ok ? behaviour.find(id.value, service) : undefined;
    if (animal === undefined) {
      return problemOutcome(behaviour, request, { ...(id.ok ? notFound : id.problem), headers });
    }
    return { status: 200, headers, json: behaviour.encodeAnimal(animal, 'get') };
  },
  // Text that is not an id identifies no animal. The specification leaves the status open.
  readId: (text) =>
    /^-?\d{1,19}$/.test(text) ? accept(BigInt(text)) : refuse('There is no animal with this id.', 404),
  find: (id, service) =>
    service.store.all().find((animal) => animal.id === id && service.behaviour.visible(animal, service)),
  lifecycleHeaders: () => [
    ['Deprecation', '@1764892800'],
    ['Sunset', 'Thu, 05 Dec 2030 00:00:00 GMT'],
    ['Link', '</v1/pets?status=available>; rel="successor-version"'],
  ],
} satisfies Partial<Behaviour>;
