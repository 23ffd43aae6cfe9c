import type { Fault } from '../../variant.ts';

export const sameIdAlways: Fault = {
  id: 'same-id-always',
  title: 'Gives the same id to every created animal',
  breaks: ['create.unique-ids'],
  follows: ['list.unique-ids', 'get.same-as-created', 'list.shows-created', 'list.agrees-with-created', 'get.ok'],
  apply: (base) => ({
    ...base,
    nextId: (store) => (store.all().length < 25 ? base.nextId(store) : store.firstId + 1000n),
  }),
};
