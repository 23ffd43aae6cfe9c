import { refuse } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const limitOneRefused: Fault = {
  id: 'limit-one-refused',
  title: 'Refuses limit=1',
  breaks: ['list.limit-minimum'],
  follows: ['list.ok', 'list.limit-honoured', 'list.status-with-limit'],
  apply: (base) => ({
    ...base,
    readLimit: (text) => (text === '1' ? refuse('limit must be above 1.') : base.readLimit(text)),
  }),
};
