import { always, reshapeAnswer, withoutHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noRateHeaders: Fault = {
  id: 'no-rate-headers',
  title: 'Sends no rate headers at all',
  breaks: ['rate.headers-present'],
  follows: [
    'rate.limit-matches-plan',
    'rate.remaining-in-range',
    'rate.remaining-counts-down',
    'rate.counts-every-operation',
    'rate.reset-unix-seconds',
    'rate.reset-in-window',
    'rate.single-integer',
  ],
  apply: (base) =>
    reshapeAnswer(base, always, withoutHeader('X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset')),
};
