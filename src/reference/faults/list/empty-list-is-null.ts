import { isList } from '../../json/value.ts';
import { onAnswer, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { statusFilters } from '../clauses.ts';

export const emptyListIsNull: Fault = {
  id: 'empty-list-is-null',
  title: 'Answers null where there is nothing to list',
  breaks: ['list.ok'],
  follows: [...statusFilters, 'list.limit-minimum', 'list.limit-maximum', 'list.schema'],
  needs: { seed: 0 },
  apply: (base) =>
    reshapeOutcome(base, onAnswer('list', 200), (outcome) =>
      isList(outcome.json) && outcome.json.length === 0 ? { ...outcome, json: null } : outcome,
    ),
};
