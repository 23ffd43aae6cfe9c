import { sayWait } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const retryAfterInUtc: Fault = {
  id: 'retry-after-in-utc',
  title: 'Writes the zone of Retry-After as UTC',
  breaks: ['limit.retry-after-syntax'],
  apply: (base) =>
    sayWait(base, (waitMs, nowMs) => new Date(nowMs + waitMs + 1000).toUTCString().replace('GMT', 'UTC')),
};
