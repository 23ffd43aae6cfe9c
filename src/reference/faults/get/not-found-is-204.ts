import { onAnswer, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const notFoundIs204: Fault = {
  id: 'not-found-is-204',
  title: 'Answers 204 for an id that does not exist',
  breaks: ['get.not-found'],
  apply: (base) =>
    reshapeOutcome(base, onAnswer('get', 404), (outcome) => ({
      ...outcome,
      status: 204,
      json: undefined,
    })),
};
