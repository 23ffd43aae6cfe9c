import { onAnswer, reshapeAnswer, withoutBody } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { bare401 } from '../clauses.ts';

export const empty401OnList: Fault = {
  id: 'empty-401-on-list',
  title: 'Answers 401 to a list without a body',
  breaks: ['error.schema', 'auth.required.list', 'auth.unknown-key.list'],
  follows: [...bare401],
  apply: (base) => reshapeAnswer(base, onAnswer('list', 401), withoutBody),
};
