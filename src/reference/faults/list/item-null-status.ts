import { withMember } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const itemNullStatus: Fault = {
  id: 'item-null-status',
  title: 'Lists animals that have no status with the status null',
  breaks: ['list.schema'],
  follows: ['list.agrees-with-created'],
  apply: (base) => reshapeAnimal(base, 'list', (body, { status }) => withMember(body, 'status', status)),
};
