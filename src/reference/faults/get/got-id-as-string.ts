import { withMember } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const gotIdAsString: Fault = {
  id: 'got-id-as-string',
  title: 'Answers the id as a string',
  breaks: ['get.schema', 'get.same-as-created'],
  follows: ['get.ok'],
  apply: (base) => reshapeAnimal(base, 'get', (body, { id }) => withMember(body, 'id', String(id))),
};
