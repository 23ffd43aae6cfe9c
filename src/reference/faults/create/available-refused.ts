import { refuse } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const availableRefused: Fault = {
  id: 'available-refused',
  title: 'Refuses to add available animals',
  breaks: ['create.each-status'],
  follows: ['create.created', 'create.echo', 'create.schema'],
  apply: (base) => ({
    ...base,
    readStatus: (json) => (json === 'available' ? refuse('status must be another one.') : base.readStatus(json)),
  }),
};
