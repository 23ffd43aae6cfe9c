import { onAnswer, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const gotAs203: Fault = {
  id: 'got-as-203',
  title: 'Answers 203 in place of 200',
  breaks: ['get.ok'],
  follows: ['get.still-served', 'get.schema', 'get.same-as-created'],
  apply: (base) => reshapeOutcome(base, onAnswer('get', 200), (outcome) => ({ ...outcome, status: 203 })),
};
