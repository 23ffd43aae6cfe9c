import { refuse } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const pendingRefused: Fault = {
  id: 'pending-refused',
  title: 'Refuses to add pending animals',
  breaks: ['create.each-status'],
  follows: ['create.created', 'create.echo', 'create.schema'],
  apply: (base) => ({
    ...base,
    readStatus: (json) => (json === 'pending' ? refuse('status must be another one.') : base.readStatus(json)),
  }),
};
