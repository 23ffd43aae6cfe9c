import { refuse } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const limitAboveFiftyRefused: Fault = {
  id: 'limit-above-fifty-refused',
  title: 'Refuses limits above 50',
  breaks: ['list.limit-maximum'],
  follows: ['list.ok', 'list.status-filter-complete', 'list.shows-created', 'list.fills-page'],
  apply: (base) => ({
    ...base,
    readLimit: (text) => (Number(text) > 50 ? refuse('limit must be at most 50.') : base.readLimit(text)),
  }),
};
