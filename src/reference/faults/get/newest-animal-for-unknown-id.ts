import type { Fault } from '../../variant.ts';

export const newestAnimalForUnknownId: Fault = {
  id: 'newest-animal-for-unknown-id',
  title: 'Answers the newest animal for an id that does not exist',
  breaks: ['get.not-found'],
  apply: (base) => ({ ...base, find: (id, service) => base.find(id, service) ?? service.store.all().at(-1) }),
};
