import { sayWait } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const retryAfterWithUnit: Fault = {
  id: 'retry-after-with-unit',
  title: 'Writes the unit behind Retry-After',
  breaks: ['limit.retry-after-syntax'],
  apply: (base) => sayWait(base, (waitMs) => `${Math.ceil(waitMs / 1000)}s`),
};
