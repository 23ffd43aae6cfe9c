import { onStatus, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const createdWithoutBody: Fault = {
  id: 'created-without-body',
  title: 'Answers 201 without a body',
  breaks: ['create.schema'],
  follows: ['create.echo', 'create.text', 'create.int64', 'create.status-optional', 'create.unique-ids'],
  apply: (base) => reshapeOutcome(base, onStatus(201), (outcome) => ({ ...outcome, json: undefined })),
};
