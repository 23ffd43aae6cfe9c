import { withMember } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const createdEmptyStatus: Fault = {
  id: 'created-empty-status',
  title: 'Answers an empty status where none was sent',
  breaks: ['create.status-optional'],
  follows: ['create.schema'],
  apply: (base) => reshapeAnimal(base, 'create', (body, { status }) => withMember(body, 'status', status ?? '')),
};
