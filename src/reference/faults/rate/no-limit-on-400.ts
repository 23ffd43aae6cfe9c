import { onStatus, reshapeAnswer, withoutHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noLimitOn400: Fault = {
  id: 'no-limit-on-400',
  title: 'Sends no X-RateLimit-Limit with a 400',
  breaks: ['rate.headers-present'],
  apply: (base) => reshapeAnswer(base, onStatus(400), withoutHeader('X-RateLimit-Limit')),
};
