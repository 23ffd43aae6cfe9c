import { onStatus, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const remainingBelowZeroOn401: Fault = {
  id: 'remaining-below-zero-on-401',
  title: 'Writes -5 for Remaining where the key is not valid',
  breaks: ['rate.remaining-in-range', 'rate.single-integer'],
  apply: (base) => reshapeAnswer(base, onStatus(401), withHeader('X-RateLimit-Remaining', '-5')),
};
