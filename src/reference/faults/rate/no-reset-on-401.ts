import { onStatus, reshapeAnswer, withoutHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noResetOn401: Fault = {
  id: 'no-reset-on-401',
  title: 'Sends no X-RateLimit-Reset with a 401',
  breaks: ['rate.headers-present'],
  apply: (base) => reshapeAnswer(base, onStatus(401), withoutHeader('X-RateLimit-Reset')),
};
