import { everyNth } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const idGivenTwice: Fault = {
  id: 'id-given-twice',
  title: 'Gives every id to two animals',
  breaks: ['create.unique-ids'],
  follows: ['list.unique-ids', 'get.same-as-created', 'list.shows-created', 'list.agrees-with-created', 'get.ok'],
  apply: (base) => {
    const second = everyNth(2);
    return {
      ...base,
      nextId: (store) => {
        const last = store.all().at(-1)?.id;
        return last !== undefined && last > store.firstId + 24n && second() ? last : base.nextId(store);
      },
    };
  },
};
