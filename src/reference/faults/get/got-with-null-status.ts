import { withMember } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const gotWithNullStatus: Fault = {
  id: 'got-with-null-status',
  title: 'Answers the status null',
  breaks: ['get.schema', 'get.same-as-created'],
  follows: ['get.ok'],
  apply: (base) => reshapeAnimal(base, 'get', (body) => withMember(body, 'status', null)),
};
