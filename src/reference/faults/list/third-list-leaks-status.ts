import { isList, isObject, withMember } from '../../json/value.ts';
import { everyNth, onAnswer, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { statusFilters } from '../clauses.ts';

export const thirdListLeaksStatus: Fault = {
  id: 'third-list-leaks-status',
  title: 'Names a fourth status in every third list',
  breaks: ['list.schema'],
  follows: ['list.agrees-with-created', ...statusFilters, 'list.status-with-limit'],
  apply: (base) => {
    const third = everyNth(3);
    return reshapeOutcome(base, onAnswer('list', 200), (outcome) => {
      const [first, ...rest] = isList(outcome.json) ? outcome.json : [];
      return isObject(first) && third()
        ? { ...outcome, json: [withMember(first, 'status', 'archived'), ...rest] }
        : outcome;
    });
  },
};
