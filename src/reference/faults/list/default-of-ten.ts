import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const defaultOfTen: Fault = {
  id: 'default-of-ten',
  title: 'Gives ten animals where no limit is sent',
  breaks: ['list.default-limit'],
  follows: ['list.status-filter-complete', 'list.shows-created', 'list.fills-page'],
  apply: (base) => ({ ...base, readLimit: (text) => (text === null ? accept(10) : base.readLimit(text)) }),
};
