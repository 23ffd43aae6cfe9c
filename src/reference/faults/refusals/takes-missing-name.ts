import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const takesMissingName: Fault = {
  id: 'takes-missing-name',
  title: 'Takes a payload without a name',
  breaks: ['create.rejects.missing-name'],
  apply: (base) => ({ ...base, readName: (json) => (json === undefined ? accept('') : base.readName(json)) }),
};
