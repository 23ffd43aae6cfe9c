import { slidingLog } from '../../limiters/sliding-log.ts';
import type { LegalVariant } from '../../variant.ts';

export const windowSlidingLog: LegalVariant = {
  id: 'window-sliding-log',
  title: 'Counts the requests of the last window',
  apply: (base) => ({ ...base, minuteLimiter: slidingLog }),
};
