import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const takesBooleanAsName: Fault = {
  id: 'takes-boolean-as-name',
  title: 'Takes a boolean for a name',
  breaks: ['create.rejects.boolean-name'],
  apply: (base) => ({
    ...base,
    readName: (json) => (typeof json === 'boolean' ? accept(String(json)) : base.readName(json)),
  }),
};
