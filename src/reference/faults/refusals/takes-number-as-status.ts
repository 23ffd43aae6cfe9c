import { statuses } from '../../conforming/statuses.ts';
import { isNumber } from '../../json/value.ts';
import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const takesNumberAsStatus: Fault = {
  id: 'takes-number-as-status',
  title: 'Takes a number for a status',
  breaks: ['create.rejects.number-status'],
  apply: (base) => ({
    ...base,
    readStatus: (json) => (isNumber(json) ? accept(statuses[Number(json.digits)] ?? null) : base.readStatus(json)),
  }),
};
