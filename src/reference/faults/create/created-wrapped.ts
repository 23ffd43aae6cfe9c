import { object } from '../../json/value.ts';
import { onStatus, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { createdFields } from '../clauses.ts';

export const createdWrapped: Fault = {
  id: 'created-wrapped',
  title: 'Wraps the created animal in an object',
  breaks: ['create.schema'],
  follows: [...createdFields, 'get.same-as-created'],
  apply: (base) =>
    reshapeOutcome(base, onStatus(201), (outcome) => ({ ...outcome, json: object(['data', outcome.json ?? null]) })),
};
