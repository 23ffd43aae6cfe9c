import { withMember } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { statusFilters } from '../clauses.ts';

export const itemUpperCaseStatus: Fault = {
  id: 'item-upper-case-status',
  title: 'Lists statuses in capitals',
  breaks: ['list.schema', ...statusFilters],
  follows: ['list.agrees-with-created', 'list.status-with-limit', 'list.status-filter-complete'],
  apply: (base) =>
    reshapeAnimal(base, 'list', (body, { status }) =>
      status === null ? body : withMember(body, 'status', status.toUpperCase()),
    ),
};
