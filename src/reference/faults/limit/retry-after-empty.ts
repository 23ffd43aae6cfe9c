import { sayWait } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const retryAfterEmpty: Fault = {
  id: 'retry-after-empty',
  title: 'Leaves Retry-After empty',
  breaks: ['limit.retry-after-syntax'],
  apply: (base) => sayWait(base, () => ''),
};
