import { sayWait } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const retryAfterRoundedDown: Fault = {
  id: 'retry-after-rounded-down',
  title: 'Rounds Retry-After down, half a second taken off for the way',
  breaks: ['limit.retry-after-sufficient'],
  apply: (base) => sayWait(base, (waitMs) => String(Math.max(0, Math.floor((waitMs - 500) / 1000)))),
};
