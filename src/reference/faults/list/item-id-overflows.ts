import { integer, withMember } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const itemIdOverflows: Fault = {
  id: 'item-id-overflows',
  title: 'Lists ids beyond 64 bits',
  breaks: ['list.schema'],
  follows: ['list.shows-created', 'list.agrees-with-created', 'list.status-filter-complete', 'get.ok'],
  apply: (base) => reshapeAnimal(base, 'list', (body, { id }) => withMember(body, 'id', integer(id + 2n ** 63n))),
};
