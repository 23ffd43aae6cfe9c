import { sayWait } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const retryAfterWithFraction: Fault = {
  id: 'retry-after-with-fraction',
  title: 'Writes Retry-After with a fraction',
  breaks: ['limit.retry-after-syntax'],
  apply: (base) => sayWait(base, (waitMs) => (waitMs / 1000).toFixed(3)),
};
