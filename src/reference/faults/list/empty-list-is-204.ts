import { isList } from '../../json/value.ts';
import { onAnswer, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { statusFilters } from '../clauses.ts';

export const emptyListIs204: Fault = {
  id: 'empty-list-is-204',
  title: 'Answers 204 where there is nothing to list',
  breaks: ['list.limit-minimum'],
  follows: ['list.ok', ...statusFilters, 'list.limit-maximum', 'list.schema'],
  needs: { seed: 0 },
  apply: (base) =>
    reshapeOutcome(base, onAnswer('list', 200), (outcome) =>
      isList(outcome.json) && outcome.json.length === 0 ? { ...outcome, status: 204, json: undefined } : outcome,
    ),
};
