import { onStatus, reshapeAnswer } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { errorBodyOn400 } from '../clauses.ts';

export const rawLineBreak: Fault = {
  id: 'raw-line-break',
  title: 'Writes a line break into a string of an Error',
  breaks: ['media.well-formed'],
  follows: ['error.schema', 'error.status-matches', 'error.not-blank', ...errorBodyOn400],
  apply: (base) =>
    reshapeAnswer(base, onStatus(400), (answer) => ({
      ...answer,
      body: String(answer.body).replace('message":"', 'message":"\n'),
    })),
};
