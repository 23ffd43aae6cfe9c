import { isNumber } from '../../json/value.ts';
import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const takesNumberAsName: Fault = {
  id: 'takes-number-as-name',
  title: 'Takes a number for a name',
  breaks: ['create.rejects.number-name'],
  apply: (base) => ({ ...base, readName: (json) => (isNumber(json) ? accept(json.digits) : base.readName(json)) }),
};
