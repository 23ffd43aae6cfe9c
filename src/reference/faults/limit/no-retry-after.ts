import { onStatus, reshapeAnswer, withoutHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noRetryAfter: Fault = {
  id: 'no-retry-after',
  title: 'Sends no Retry-After',
  breaks: ['limit.retry-after-present'],
  apply: (base) => reshapeAnswer(base, onStatus(429), withoutHeader('Retry-After')),
};
