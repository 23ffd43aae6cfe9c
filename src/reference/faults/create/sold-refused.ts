import { refuse } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const soldRefused: Fault = {
  id: 'sold-refused',
  title: 'Refuses to add sold animals',
  breaks: ['create.each-status'],
  follows: ['create.created', 'create.echo', 'create.schema'],
  apply: (base) => ({
    ...base,
    readStatus: (json) => (json === 'sold' ? refuse('status must be another one.') : base.readStatus(json)),
  }),
};
