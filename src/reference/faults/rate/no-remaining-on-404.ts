import { onStatus, reshapeAnswer, withoutHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noRemainingOn404: Fault = {
  id: 'no-remaining-on-404',
  title: 'Sends no X-RateLimit-Remaining with a 404',
  breaks: ['rate.headers-present'],
  apply: (base) => reshapeAnswer(base, onStatus(404), withoutHeader('X-RateLimit-Remaining')),
};
