import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const defaultOfFifty: Fault = {
  id: 'default-of-fifty',
  title: 'Gives fifty animals where no limit is sent',
  breaks: ['list.default-limit'],
  apply: (base) => ({ ...base, readLimit: (text) => (text === null ? accept(50) : base.readLimit(text)) }),
};
