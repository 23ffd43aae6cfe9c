import { onStatus, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const createdInList: Fault = {
  id: 'created-in-list',
  title: 'Answers a list that holds the created animal',
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
  apply: (base) => reshapeOutcome(base, onStatus(201), (outcome) => ({ ...outcome, json: [outcome.json ?? null] })),
};
