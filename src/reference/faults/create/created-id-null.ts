import { withMember } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const createdIdNull: Fault = {
  id: 'created-id-null',
  title: 'Answers null for the id, which is not known yet',
  breaks: ['create.schema'],
  follows: ['create.unique-ids'],
  apply: (base) => reshapeAnimal(base, 'create', (body) => withMember(body, 'id', null)),
};
