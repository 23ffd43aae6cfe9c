import { onStatus, reshapeAnswer } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { bare401, errorBodyOn401 } from '../clauses.ts';

export const jsonStringOn401: Fault = {
  id: 'json-string-on-401',
  title: 'Answers 401 with a JSON string',
  breaks: ['error.schema', ...errorBodyOn401],
  follows: ['error.status-matches', 'error.not-blank', ...bare401],
  apply: (base) => reshapeAnswer(base, onStatus(401), (answer) => ({ ...answer, body: '"Unauthorized"' })),
};
