import { onAnswer, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const notFoundIsEmptyList: Fault = {
  id: 'not-found-is-empty-list',
  title: 'Answers 200 and [] for an id that does not exist',
  breaks: ['get.not-found'],
  follows: ['get.schema'],
  apply: (base) => reshapeOutcome(base, onAnswer('get', 404), (outcome) => ({ ...outcome, status: 200, json: [] })),
};
