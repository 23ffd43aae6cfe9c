import { sayWait } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const retryAfterZero: Fault = {
  id: 'retry-after-zero',
  title: 'Always says Retry-After 0',
  breaks: ['limit.retry-after-sufficient'],
  apply: (base) => sayWait(base, () => '0'),
};
