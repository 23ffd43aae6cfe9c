import { onStatus, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const createdIs200: Fault = {
  id: 'created-is-200',
  title: 'Answers 200 to a creation',
  breaks: ['create.created'],
  follows: ['create.each-status', 'create.status-optional', 'create.int64', 'create.text', 'create.echo'],
  apply: (base) => reshapeOutcome(base, onStatus(201), (outcome) => ({ ...outcome, status: 200 })),
};
