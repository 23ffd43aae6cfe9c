import type { Fault } from '../../variant.ts';

export const listedNotFound: Fault = {
  id: 'listed-not-found',
  title: 'Finds only animals that were created since it started',
  breaks: ['get.ok'],
  follows: ['get.still-served'],
  apply: (base) => ({
    ...base,
    find: (id, service) => {
      const animal = base.find(id, service);
      return animal !== undefined && animal.createdAt > base.now() - 3_600_000 ? animal : undefined;
    },
  }),
};
