import { sayWait } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const retryAfterAsIsoDate: Fault = {
  id: 'retry-after-as-iso-date',
  title: 'Writes Retry-After as an ISO date',
  breaks: ['limit.retry-after-syntax'],
  apply: (base) => sayWait(base, (waitMs, nowMs) => new Date(nowMs + waitMs).toISOString()),
};
