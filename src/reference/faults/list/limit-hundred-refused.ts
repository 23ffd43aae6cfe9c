import { refuse } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const limitHundredRefused: Fault = {
  id: 'limit-hundred-refused',
  title: 'Refuses limit=100',
  breaks: ['list.limit-maximum'],
  follows: ['list.ok', 'list.status-filter-complete', 'list.shows-created', 'list.fills-page'],
  apply: (base) => ({
    ...base,
    readLimit: (text) => (text === '100' ? refuse('limit must be below 100.') : base.readLimit(text)),
  }),
};
