import { onStatus, reshapeAnswer } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { createdFields } from '../clauses.ts';

export const twoValues: Fault = {
  id: 'two-values',
  title: 'Sends the created animal twice in one body',
  breaks: ['media.well-formed'],
  follows: ['create.schema', ...createdFields],
  apply: (base) =>
    reshapeAnswer(base, onStatus(201), (answer) => ({ ...answer, body: `${answer.body}\n${answer.body}` })),
};
