import { crash } from '../../failure.ts';
import type { Fault } from '../../variant.ts';
import { statusFilters } from '../clauses.ts';

export const failsOnFilterWithLimit: Fault = {
  id: 'fails-on-filter-with-limit',
  title: 'Fails where limit and filter are sent together',
  breaks: ['robust.no-server-error', 'list.status-with-limit'],
  follows: ['list.limit-honoured', 'list.status-filter-complete', ...statusFilters, 'list.fills-page'],
  apply: (base) => crash(base, ({ query }) => query.has('limit') && query.has('status')),
};
