import { onStatus, reshapeAnswer, withoutBody } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { bare401, errorBodyOn401 } from '../clauses.ts';

export const empty401: Fault = {
  id: 'empty-401',
  title: 'Answers 401 without a body',
  breaks: ['error.schema', ...errorBodyOn401],
  follows: [...bare401],
  apply: (base) => reshapeAnswer(base, onStatus(401), withoutBody),
};
