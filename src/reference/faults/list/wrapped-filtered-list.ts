import { object } from '../../json/value.ts';
import { onAnswer, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { statusFilters } from '../clauses.ts';

export const wrappedFilteredList: Fault = {
  id: 'wrapped-filtered-list',
  title: 'Wraps the list in an object where it is filtered',
  breaks: ['list.schema'],
  follows: ['list.ok', ...statusFilters, 'list.status-filter-complete', 'list.status-with-limit'],
  apply: (base) =>
    reshapeOutcome(base, onAnswer('list', 200), (outcome, { query }) =>
      query.has('status') ? { ...outcome, json: object(['items', outcome.json ?? null]) } : outcome,
    ),
};
