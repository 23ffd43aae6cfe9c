import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const limitIsRemaining: Fault = {
  id: 'limit-is-remaining',
  title: 'Names the remaining requests as the limit',
  breaks: ['rate.limit-matches-plan'],
  apply: (base) => restate(base, ({ remaining }) => ({ limit: remaining })),
};
