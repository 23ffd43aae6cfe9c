import { onStatus, reshapeAnswer, withoutBody } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { errorBodyOn400 } from '../clauses.ts';

export const empty400: Fault = {
  id: 'empty-400',
  title: 'Answers 400 without a body',
  breaks: ['error.schema', ...errorBodyOn400],
  apply: (base) => reshapeAnswer(base, onStatus(400), withoutBody),
};
