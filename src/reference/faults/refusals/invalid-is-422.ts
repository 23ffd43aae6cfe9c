import { problemOutcome } from '../../conforming/problem.ts';
import { onAnswer, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { errorBodyOn400 } from '../clauses.ts';

export const invalidIs422: Fault = {
  id: 'invalid-is-422',
  title: 'Answers 422 to every invalid payload',
  breaks: [...errorBodyOn400],
  apply: (base) =>
    reshapeOutcome(base, onAnswer('create', 400), (_, request, { behaviour }) =>
      problemOutcome(behaviour, request, { status: 422, code: 'unprocessable', message: 'The payload is invalid.' }),
    ),
};
