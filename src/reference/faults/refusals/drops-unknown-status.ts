import { statuses } from '../../conforming/statuses.ts';
import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const dropsUnknownStatus: Fault = {
  id: 'drops-unknown-status',
  title: 'Takes an unknown status and drops it',
  breaks: ['create.rejects.unknown-status'],
  apply: (base) => ({
    ...base,
    readStatus: (json) =>
      typeof json === 'string' && /^[a-z]+$/.test(json) && !statuses.includes(json)
        ? accept(null)
        : base.readStatus(json),
  }),
};
