import { sayWait } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const retryAfterAsTimestamp: Fault = {
  id: 'retry-after-as-timestamp',
  title: 'Writes Retry-After as the Unix time of the reset',
  breaks: ['limit.retry-after-unit'],
  apply: (base) => sayWait(base, (waitMs, nowMs) => String(Math.ceil((nowMs + waitMs) / 1000))),
};
