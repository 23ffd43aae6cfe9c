import { always, reshapeAnswer, withoutHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noResetHeader: Fault = {
  id: 'no-reset-header',
  title: 'Never sends X-RateLimit-Reset',
  breaks: ['rate.headers-present'],
  follows: ['rate.reset-unix-seconds', 'rate.reset-in-window'],
  apply: (base) => reshapeAnswer(base, always, withoutHeader('X-RateLimit-Reset')),
};
