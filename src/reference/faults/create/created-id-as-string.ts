import { withMember } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const createdIdAsString: Fault = {
  id: 'created-id-as-string',
  title: 'Answers a creation with the id as a string',
  breaks: ['create.schema'],
  follows: ['create.unique-ids', 'get.same-as-created'],
  apply: (base) => reshapeAnimal(base, 'create', (body, { id }) => withMember(body, 'id', String(id))),
};
