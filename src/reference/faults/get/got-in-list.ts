import { both, onOperation, onStatus, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const gotInList: Fault = {
  id: 'got-in-list',
  title: 'Answers a list that holds the animal',
  breaks: ['get.schema'],
  follows: ['get.ok', 'get.same-as-created'],
  apply: (base) =>
    reshapeOutcome(base, both(onOperation('get'), onStatus(200)), (outcome) => ({
      ...outcome,
      json: [outcome.json ?? null],
    })),
};
