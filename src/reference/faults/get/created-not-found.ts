import type { Fault } from '../../variant.ts';

export const createdNotFound: Fault = {
  id: 'created-not-found',
  title: 'Finds no animal that was created since it started',
  breaks: ['get.ok'],
  follows: ['get.same-as-created', 'get.still-served'],
  apply: (base) => ({
    ...base,
    find: (id, service) => {
      const animal = base.find(id, service);
      return animal !== undefined && animal.createdAt < base.now() - 3_600_000 ? animal : undefined;
    },
  }),
};
