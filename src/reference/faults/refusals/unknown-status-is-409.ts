import { statuses } from '../../conforming/statuses.ts';
import { refuse } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const unknownStatusIs409: Fault = {
  id: 'unknown-status-is-409',
  title: 'Answers 409 to an unknown status',
  breaks: ['create.rejects.unknown-status'],
  apply: (base) => ({
    ...base,
    readStatus: (json) =>
      typeof json === 'string' && /^[a-z]+$/.test(json) && !statuses.includes(json)
        ? refuse('There is no such status.', 409)
        : base.readStatus(json),
  }),
};
