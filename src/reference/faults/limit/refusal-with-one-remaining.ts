import { onStatus, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const refusalWithOneRemaining: Fault = {
  id: 'refusal-with-one-remaining',
  title: 'Says that one request remains, and refuses it',
  breaks: ['limit.remaining-zero'],
  apply: (base) => reshapeAnswer(base, onStatus(429), withHeader('X-RateLimit-Remaining', '1')),
};
