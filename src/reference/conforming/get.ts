import type { Behaviour } from '../behaviour.ts';
import { accept, refuse } from '../message.ts';
import { problemOutcome } from './problem.ts';

type Steps = Pick<Behaviour, 'get' | 'readId' | 'find' | 'lifecycleHeaders'>;

const notFound = { status: 404, code: 'not_found', message: 'There is no animal with this id.' };

export const get: Steps = {
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
};
