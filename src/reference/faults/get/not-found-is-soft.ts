import { onAnswer, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const notFoundIsSoft: Fault = {
  id: 'not-found-is-soft',
  title: 'Answers 200 with the Error of a 404',
  breaks: ['get.not-found'],
  follows: ['get.schema', 'error.status-matches'],
  apply: (base) => reshapeOutcome(base, onAnswer('get', 404), (outcome) => ({ ...outcome, status: 200 })),
};
