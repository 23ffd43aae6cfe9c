import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const keepsUnknownStatus: Fault = {
  id: 'keeps-unknown-status',
  title: 'Takes and keeps an unknown status',
  breaks: ['create.rejects.unknown-status'],
  follows: ['create.schema', 'list.schema', 'get.schema'],
  apply: (base) => ({
    ...base,
    readStatus: (json) => (typeof json === 'string' && /^[a-z]+$/.test(json) ? accept(json) : base.readStatus(json)),
  }),
};
