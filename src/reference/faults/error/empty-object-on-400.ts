import { onStatus, reshapeAnswer } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { errorBodyOn400 } from '../clauses.ts';

export const emptyObjectOn400: Fault = {
  id: 'empty-object-on-400',
  title: 'Answers 400 with {}',
  breaks: ['error.schema', ...errorBodyOn400],
  follows: ['error.status-matches', 'error.not-blank'],
  apply: (base) => reshapeAnswer(base, onStatus(400), (answer) => ({ ...answer, body: '{}' })),
};
