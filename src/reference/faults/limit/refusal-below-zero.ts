import { onStatus, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const refusalBelowZero: Fault = {
  id: 'refusal-below-zero',
  title: 'Counts Remaining below zero',
  breaks: ['limit.remaining-zero'],
  apply: (base) => reshapeAnswer(base, onStatus(429), withHeader('X-RateLimit-Remaining', '-1')),
};
