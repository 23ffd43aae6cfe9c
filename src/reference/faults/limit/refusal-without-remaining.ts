import { onStatus, reshapeAnswer, withoutHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const refusalWithoutRemaining: Fault = {
  id: 'refusal-without-remaining',
  title: 'Sends no Remaining with a refusal',
  breaks: ['limit.headers'],
  apply: (base) => reshapeAnswer(base, onStatus(429), withoutHeader('X-RateLimit-Remaining')),
};
