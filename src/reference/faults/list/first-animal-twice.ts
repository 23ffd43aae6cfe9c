import type { Fault } from '../../variant.ts';

export const firstAnimalTwice: Fault = {
  id: 'first-animal-twice',
  title: 'Lists the first animal twice',
  breaks: ['list.unique-ids'],
  follows: ['list.status-filter-complete', 'list.shows-created', 'list.default-limit'],
  apply: (base) => ({
    ...base,
    page: (animals, limit, query) => base.page([...animals.slice(0, 1), ...animals], limit, query),
  }),
};
