import { refuse } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const statusRequired: Fault = {
  id: 'status-required',
  title: 'Refuses a payload without status',
  breaks: ['create.status-optional'],
  follows: ['create.created', 'create.schema', 'create.int64'],
  apply: (base) => ({
    ...base,
    readStatus: (json) => (json === undefined ? refuse('status is required.') : base.readStatus(json)),
  }),
};
