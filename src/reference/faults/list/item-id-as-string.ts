import { withMember } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const itemIdAsString: Fault = {
  id: 'item-id-as-string',
  title: 'Lists ids as strings',
  breaks: ['list.schema'],
  follows: ['list.shows-created', 'list.status-filter-complete', 'get.ok'],
  apply: (base) => reshapeAnimal(base, 'list', (body, { id }) => withMember(body, 'id', String(id))),
};
