import { onAnswer, reshapeAnswer, withoutBody } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const empty401OnGet: Fault = {
  id: 'empty-401-on-get',
  title: 'Answers 401 without a body where one animal is asked for',
  breaks: ['error.schema', 'auth.required.get', 'auth.unknown-key.get'],
  apply: (base) => reshapeAnswer(base, onAnswer('get', 401), withoutBody),
};
