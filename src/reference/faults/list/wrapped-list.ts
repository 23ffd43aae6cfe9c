import { object } from '../../json/value.ts';
import { onAnswer, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { listBody } from '../clauses.ts';

export const wrappedList: Fault = {
  id: 'wrapped-list',
  title: 'Wraps the list in an object',
  breaks: ['list.ok'],
  follows: listBody,
  apply: (base) =>
    reshapeOutcome(base, onAnswer('list', 200), (outcome) => ({
      ...outcome,
      json: object(['items', outcome.json ?? null]),
    })),
};
