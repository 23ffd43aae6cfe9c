import { withMember } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const createdNullStatus: Fault = {
  id: 'created-null-status',
  title: 'Answers the status null where none was sent',
  breaks: ['create.status-optional'],
  follows: ['create.schema'],
  apply: (base) => reshapeAnimal(base, 'create', (body, { status }) => withMember(body, 'status', status)),
};
