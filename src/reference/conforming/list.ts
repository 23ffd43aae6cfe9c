import type { Behaviour } from '../behaviour.ts';
import { accept, refuse } from '../message.ts';
import { problemOutcome } from './problem.ts';
import { statuses } from './statuses.ts';

type Steps = Pick<
  Behaviour,
  'list' | 'checkQuery' | 'readLimit' | 'readFilter' | 'visible' | 'matches' | 'order' | 'page'
>;

export const list: Steps = {
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
    return { status: 200, headers: [], json: behaviour.encodeList(items, request) };
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
};
