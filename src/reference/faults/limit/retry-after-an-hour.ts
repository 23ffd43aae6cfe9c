import { sayWait } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const retryAfterAnHour: Fault = {
  id: 'retry-after-an-hour',
  title: 'Says an hour, though the limit is back with the window',
  // In a window of six seconds 3,600 reads as milliseconds.
  needs: { windowSeconds: 12 },
  breaks: ['limit.retry-after-reasonable'],
  apply: (base) => sayWait(base, () => '3600'),
};
