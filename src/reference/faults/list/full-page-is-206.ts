import { isList } from '../../json/value.ts';
import { onAnswer, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { statusFilters } from '../clauses.ts';

export const fullPageIs206: Fault = {
  id: 'full-page-is-206',
  title: 'Answers 206 where there are more animals than the page holds',
  breaks: ['list.ok', 'list.limit-minimum'],
  follows: [
    'list.default-limit',
    'list.limit-honoured',
    'list.limit-maximum',
    ...statusFilters,
    'list.status-with-limit',
    'list.status-filter-complete',
    'list.shows-created',
  ],
  apply: (base) =>
    reshapeOutcome(base, onAnswer('list', 200), (outcome, request) =>
      isList(outcome.json) && outcome.json.length === Number(request.query.get('limit') ?? 20)
        ? { ...outcome, status: 206 }
        : outcome,
    ),
};
