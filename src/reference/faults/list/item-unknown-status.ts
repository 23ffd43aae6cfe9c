import { withMember } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const itemUnknownStatus: Fault = {
  id: 'item-unknown-status',
  title: 'Lists animals that have no status with a fourth one',
  breaks: ['list.schema'],
  follows: ['list.agrees-with-created'],
  apply: (base) => reshapeAnimal(base, 'list', (body, { status }) => withMember(body, 'status', status ?? 'unknown')),
};
