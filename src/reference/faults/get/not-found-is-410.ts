import { problemOutcome } from '../../conforming/problem.ts';
import { onAnswer, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const notFoundIs410: Fault = {
  id: 'not-found-is-410',
  title: 'Answers 410 for an id that does not exist',
  breaks: ['get.not-found'],
  apply: (base) =>
    reshapeOutcome(base, onAnswer('get', 404), (_, request, { behaviour }) =>
      problemOutcome(behaviour, request, { status: 410, code: 'gone', message: 'There is no such animal.' }),
    ),
};
