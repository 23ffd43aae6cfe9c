import { statuses } from '../../conforming/statuses.ts';
import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const takesMiscasedStatus: Fault = {
  id: 'takes-miscased-status',
  title: 'Takes a status in another letter case',
  breaks: ['create.rejects.miscased-status'],
  apply: (base) => ({
    ...base,
    readStatus: (json) =>
      typeof json === 'string' && statuses.includes(json.toLowerCase())
        ? accept(json.toLowerCase())
        : base.readStatus(json),
  }),
};
