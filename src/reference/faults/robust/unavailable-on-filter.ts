import { problemOutcome } from '../../conforming/problem.ts';
import { onOperation, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { statusFilters } from '../clauses.ts';

export const unavailableOnFilter: Fault = {
  id: 'unavailable-on-filter',
  title: 'Answers 503 with an Error to every filtered list',
  breaks: ['robust.no-server-error', ...statusFilters],
  follows: [
    'list.status-with-limit',
    'list.status-filter-complete',
    'list.limit-honoured',
    'list.fills-page',
    'list.shows-created',
  ],
  apply: (base) =>
    reshapeOutcome(base, onOperation('list'), (outcome, request, { behaviour }) =>
      request.query.has('status') && outcome.status === 200
        ? problemOutcome(behaviour, request, { status: 503, code: 'unavailable', message: 'The index is being built.' })
        : outcome,
    ),
};
