import { isList } from '../../json/value.ts';
import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const takesArrayAsName: Fault = {
  id: 'takes-array-as-name',
  title: 'Takes an array for a name',
  breaks: ['create.rejects.array-name'],
  apply: (base) => ({ ...base, readName: (json) => (isList(json) ? accept(json.join(',')) : base.readName(json)) }),
};
