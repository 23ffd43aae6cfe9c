import { onStatus, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const remainingBelowZeroOn404: Fault = {
  id: 'remaining-below-zero-on-404',
  title: 'Writes -1 for Remaining where nothing is found',
  breaks: ['rate.remaining-in-range', 'rate.single-integer'],
  follows: ['rate.remaining-counts-down'],
  needs: { windowSeconds: 6 },
  apply: (base) => reshapeAnswer(base, onStatus(404), withHeader('X-RateLimit-Remaining', '-1')),
};
