import { sayWait } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const retryAfterInMilliseconds: Fault = {
  id: 'retry-after-in-milliseconds',
  title: 'Writes Retry-After in milliseconds',
  breaks: ['limit.retry-after-unit'],
  follows: ['limit.retry-after-reasonable'],
  apply: (base) => sayWait(base, (waitMs) => String(Math.ceil(waitMs))),
};
