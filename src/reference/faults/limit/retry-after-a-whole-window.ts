import { sayWait } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const retryAfterAWholeWindow: Fault = {
  id: 'retry-after-a-whole-window',
  title: 'Always says the whole window, however little of it is left',
  needs: { windowSeconds: 12 },
  breaks: ['limit.retry-after-reasonable'],
  apply: (base) => sayWait(base, () => '12'),
};
