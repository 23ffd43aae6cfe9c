import { sayWait } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const retryAfterDateInThePast: Fault = {
  id: 'retry-after-date-in-the-past',
  title: 'Writes Retry-After as a date of two hours ago, in another zone than it says',
  breaks: ['limit.retry-after-sufficient'],
  apply: (base) => sayWait(base, (waitMs, nowMs) => new Date(nowMs + waitMs - 7_200_000).toUTCString()),
};
