import { sayWait } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const retryAfterAsName: Fault = {
  id: 'retry-after-as-name',
  title: 'Writes a word as Retry-After',
  breaks: ['limit.retry-after-syntax'],
  apply: (base) => sayWait(base, () => 'later'),
};
