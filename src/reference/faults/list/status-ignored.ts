import type { Fault } from '../../variant.ts';
import { statusFilters } from '../clauses.ts';

export const statusIgnored: Fault = {
  id: 'status-ignored',
  title: 'Ignores the status filter',
  breaks: [...statusFilters],
  follows: ['list.status-with-limit', 'list.fills-page', 'list.status-filter-complete'],
  apply: (base) => ({ ...base, matches: () => true }),
};
