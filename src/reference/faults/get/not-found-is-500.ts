import { problemOutcome } from '../../conforming/problem.ts';
import { onAnswer, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const notFoundIs500: Fault = {
  id: 'not-found-is-500',
  title: 'Answers 500 for an id that does not exist',
  breaks: ['get.not-found', 'robust.no-server-error'],
  apply: (base) =>
    reshapeOutcome(base, onAnswer('get', 404), (_, request, { behaviour }) =>
      problemOutcome(behaviour, request, { status: 500, code: 'internal_error', message: 'The service failed.' }),
    ),
};
