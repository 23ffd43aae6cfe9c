import type { Fault } from '../../variant.ts';

export const firstAnimalAlways: Fault = {
  id: 'first-animal-always',
  title: 'Answers the first animal for every id that exists',
  breaks: ['get.same-as-created'],
  follows: ['get.ok'],
  apply: (base) => ({
    ...base,
    find: (id, service) => (base.find(id, service) === undefined ? undefined : service.store.all()[0]),
  }),
};
