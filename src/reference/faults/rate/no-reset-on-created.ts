import { onStatus, reshapeAnswer, withoutHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noResetOnCreated: Fault = {
  id: 'no-reset-on-created',
  title: 'Sends no X-RateLimit-Reset with a 201',
  breaks: ['rate.headers-present'],
  apply: (base) => reshapeAnswer(base, onStatus(201), withoutHeader('X-RateLimit-Reset')),
};
