import { always, reshapeAnswer, withoutHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noRemainingHeader: Fault = {
  id: 'no-remaining-header',
  title: 'Never sends X-RateLimit-Remaining',
  breaks: ['rate.headers-present'],
  follows: ['rate.remaining-in-range', 'rate.remaining-counts-down', 'rate.counts-every-operation'],
  apply: (base) => reshapeAnswer(base, always, withoutHeader('X-RateLimit-Remaining')),
};
