import { sayWait } from '../../requota.ts';
import type { LegalVariant } from '../../variant.ts';

export const retryAfterAsDate: LegalVariant = {
  id: 'retry-after-as-date',
  title: 'Writes Retry-After as an HTTP-date',
  apply: (base) => sayWait(base, (waitMs, nowMs) => new Date(Math.ceil((nowMs + waitMs) / 1000) * 1000).toUTCString()),
};
