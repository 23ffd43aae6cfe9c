import { problemOutcome } from '../../conforming/problem.ts';
import { onAnswer, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const notFoundIs400: Fault = {
  id: 'not-found-is-400',
  title: 'Answers 400 for an id that does not exist',
  breaks: ['get.not-found'],
  apply: (base) =>
    reshapeOutcome(base, onAnswer('get', 404), (_, request, { behaviour }) =>
      problemOutcome(behaviour, request, { status: 400, code: 'invalid_request', message: 'There is no such animal.' }),
    ),
};
