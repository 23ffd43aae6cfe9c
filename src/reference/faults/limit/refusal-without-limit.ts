import { onStatus, reshapeAnswer, withoutHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const refusalWithoutLimit: Fault = {
  id: 'refusal-without-limit',
  title: 'Sends no Limit with a refusal',
  breaks: ['limit.headers'],
  apply: (base) => reshapeAnswer(base, onStatus(429), withoutHeader('X-RateLimit-Limit')),
};
