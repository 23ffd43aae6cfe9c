import type { Fault } from '../../variant.ts';

export const idsStartAgain: Fault = {
  id: 'ids-start-again',
  title: 'Counts ids from the beginning again after a restart',
  breaks: ['get.same-as-created'],
  follows: ['list.unique-ids', 'create.unique-ids', 'get.ok', 'list.agrees-with-created', 'list.shows-created'],
  apply: (base) => {
    let next: bigint | undefined;
    return {
      ...base,
      nextId: (store) => {
        if (store.all().length < 25) return base.nextId(store);
        next = (next ?? store.firstId - 1n) + 1n;
        return next;
      },
    };
  },
};
