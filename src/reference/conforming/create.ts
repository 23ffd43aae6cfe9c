import { type Behaviour, problemOutcome, statuses } from '../behaviour.ts';
import { isNumber, isObject, member, readInt64, readJson } from '../json.ts';
import { accept, refuse } from '../message.ts';

export const create = {
  create: (request, service) => {
    const { behaviour, store } = service;
    const body = behaviour.readBody(request);
    if (!body.ok) return problemOutcome(behaviour, request, body.problem);
    const payload = body.value;
    if (!isObject(payload)) {
      return problemOutcome(behaviour, request, invalid('The body must be a JSON object with name and categoryId.'));
    }
    const problem = behaviour.checkPayload(payload);
    if (problem !== null) return problemOutcome(behaviour, request, problem);
    const name = behaviour.readName(member(payload, 'name'));
    if (!name.ok) return problemOutcome(behaviour, request, name.problem);
    const categoryId = behaviour.readCategory(member(payload, 'categoryId'));
    if (!categoryId.ok) return problemOutcome(behaviour, request, categoryId.problem);
    const status = behaviour.readStatus(member(payload, 'status'));
    if (!status.ok) return problemOutcome(behaviour, request, status.problem);
    const animal = {
      id: behaviour.nextId(store),
      name: name.value,
      categoryId: categoryId.value,
      status: status.value,
      createdAt: behaviour.now(),
    };
    store.add(behaviour.keep(animal));
    return {
      status: 201,
      headers: behaviour.createdHeaders(animal),
      json: behaviour.encodeAnimal(animal, 'create'),
    };
  },
  readBody: ({ body }) => {
    try {
      return accept(readJson(new TextDecoder('utf-8', { fatal: true }).decode(body)));
    } catch {
      return refuse('The body is not JSON.');
    }
  },
  checkPayload: () => null,
  readName: (json) => (typeof json === 'string' ? accept(json) : refuse('name is required and must be a string.')),
  readCategory: (json) => {
    const value = isNumber(json) ? readInt64(json.digits) : undefined;
    return value === undefined ? refuse('categoryId is required and must be a 64-bit integer.') : accept(value);
  },
  readStatus: (json) => {
    if (json === undefined) return accept(null);
    const known = typeof json === 'string' && statuses.includes(json);
    return known ? accept(json) : refuse(`status must be one of ${statuses.join(', ')}.`);
  },
  nextId: (store) => (store.all().at(-1)?.id ?? store.firstId - 1n) + 1n,
  keep: (animal) => animal,
  createdHeaders: () => [],
} satisfies Partial<Behaviour>;

const invalid = (message: string) => ({ status: 400, code: 'invalid_request', message });
