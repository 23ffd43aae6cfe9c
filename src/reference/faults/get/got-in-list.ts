import { onAnswer, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const gotInList: Fault = {
  id: 'got-in-list',
  title: 'Answers a list that holds the animal',
  breaks: ['get.schema'],
  follows: ['get.ok', 'get.same-as-created'],
  apply: (base) =>
    reshapeOutcome(base, onAnswer('get', 200), (outcome) => ({
      ...outcome,
      json: [outcome.json ?? null],
    })),
};
