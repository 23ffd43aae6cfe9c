import { object } from '../../json/value.ts';
import { onAnswer, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const gotWrapped: Fault = {
  id: 'got-wrapped',
  title: 'Wraps the animal in an object',
  breaks: ['get.schema'],
  follows: ['get.ok', 'get.same-as-created'],
  apply: (base) =>
    reshapeOutcome(base, onAnswer('get', 200), (outcome) => ({
      ...outcome,
      json: object(['pet', outcome.json ?? null]),
    })),
};
