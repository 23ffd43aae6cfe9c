import { sayWait } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const retryAfterADay: Fault = {
  id: 'retry-after-a-day',
  title: 'Says a day, though the limit is back with the window',
  breaks: ['limit.retry-after-reasonable'],
  apply: (base) => sayWait(base, () => '86400'),
};
