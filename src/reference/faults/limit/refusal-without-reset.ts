import { onStatus, reshapeAnswer, withoutHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const refusalWithoutReset: Fault = {
  id: 'refusal-without-reset',
  title: 'Sends no Reset with a refusal',
  breaks: ['limit.headers'],
  apply: (base) => reshapeAnswer(base, onStatus(429), withoutHeader('X-RateLimit-Reset')),
};
