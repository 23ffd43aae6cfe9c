import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const takesNullName: Fault = {
  id: 'takes-null-name',
  title: 'Takes null for a name',
  breaks: ['create.rejects.null-name'],
  apply: (base) => ({ ...base, readName: (json) => (json === null ? accept('null') : base.readName(json)) }),
};
