import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const takesNullStatus: Fault = {
  id: 'takes-null-status',
  title: 'Takes null for a status',
  breaks: ['create.rejects.null-status'],
  apply: (base) => ({ ...base, readStatus: (json) => (json === null ? accept(null) : base.readStatus(json)) }),
};
