import { onStatus, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const createdIs202: Fault = {
  id: 'created-is-202',
  title: 'Answers 202 to a creation',
  breaks: ['create.created'],
  follows: ['create.each-status', 'create.status-optional', 'create.int64', 'create.text', 'create.echo'],
  apply: (base) => reshapeOutcome(base, onStatus(201), (outcome) => ({ ...outcome, status: 202 })),
};
