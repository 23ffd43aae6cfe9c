import { object } from '../../json/value.ts';
import { both, onOperation, onStatus, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { statusFilters } from '../clauses.ts';

export const wrappedList: Fault = {
  id: 'wrapped-list',
  title: 'Wraps the list in an object',
  breaks: ['list.ok'],
  follows: [
    'list.schema',
    'list.limit-minimum',
    'list.limit-maximum',
    ...statusFilters,
    'list.shows-created',
    'list.status-with-limit',
  ],
  apply: (base) =>
    reshapeOutcome(base, both(onOperation('list'), onStatus(200)), (outcome) => ({
      ...outcome,
      json: object(['items', outcome.json ?? null]),
    })),
};
