import { problemOutcome } from '../../conforming/problem.ts';
import { onAnswer, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const notFoundIs403: Fault = {
  id: 'not-found-is-403',
  title: 'Answers 403 for an id that does not exist',
  breaks: ['get.not-found'],
  apply: (base) =>
    reshapeOutcome(base, onAnswer('get', 404), (_, request, { behaviour }) =>
      problemOutcome(behaviour, request, { status: 403, code: 'forbidden', message: 'There is no such animal.' }),
    ),
};
