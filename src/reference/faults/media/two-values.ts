import { onStatus, reshapeAnswer } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const twoValues: Fault = {
  id: 'two-values',
  title: 'Sends the created animal twice in one body',
  breaks: ['media.well-formed'],
  follows: [
    'create.schema',
    'create.echo',
    'create.text',
    'create.int64',
    'create.unique-ids',
    'create.status-optional',
    'create.name-verbatim',
    'create.each-status',
  ],
  apply: (base) =>
    reshapeAnswer(base, onStatus(201), (answer) => ({ ...answer, body: `${answer.body}\n${answer.body}` })),
};
