import { object } from '../../json/value.ts';
import { onStatus, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const createdWrapped: Fault = {
  id: 'created-wrapped',
  title: 'Wraps the created animal in an object',
  breaks: ['create.schema'],
  follows: [
    'create.name-verbatim',
    'create.each-status',
    'get.same-as-created',
    'create.echo',
    'create.text',
    'create.int64',
    'create.unique-ids',
    'create.status-optional',
  ],
  apply: (base) =>
    reshapeOutcome(base, onStatus(201), (outcome) => ({ ...outcome, json: object(['data', outcome.json ?? null]) })),
};
