import { sayWait } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const retryAfterNegative: Fault = {
  id: 'retry-after-negative',
  title: 'Writes a negative Retry-After',
  breaks: ['limit.retry-after-syntax'],
  apply: (base) => sayWait(base, (waitMs) => String(-Math.ceil(waitMs / 1000))),
};
