import { onStatus, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const createdIs204: Fault = {
  id: 'created-is-204',
  title: 'Answers 204 without a body to a creation',
  breaks: ['create.created'],
  follows: [
    'create.schema',
    'create.each-status',
    'create.status-optional',
    'create.int64',
    'create.text',
    'create.echo',
  ],
  apply: (base) => reshapeOutcome(base, onStatus(201), (outcome) => ({ ...outcome, status: 204, json: undefined })),
};
