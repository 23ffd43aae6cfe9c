import { onStatus, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { createdFields } from '../clauses.ts';

export const createdInList: Fault = {
  id: 'created-in-list',
  title: 'Answers a list that holds the created animal',
  breaks: ['create.schema'],
  follows: [...createdFields, 'get.same-as-created'],
  apply: (base) => reshapeOutcome(base, onStatus(201), (outcome) => ({ ...outcome, json: [outcome.json ?? null] })),
};
