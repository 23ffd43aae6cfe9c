import { always, reshapeAnswer, withoutHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noLimitHeader: Fault = {
  id: 'no-limit-header',
  title: 'Never sends X-RateLimit-Limit',
  breaks: ['rate.headers-present'],
  follows: ['rate.limit-matches-plan', 'rate.remaining-in-range'],
  apply: (base) => reshapeAnswer(base, always, withoutHeader('X-RateLimit-Limit')),
};
