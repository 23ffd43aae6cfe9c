import { slidingCounter } from '../../limiters/sliding-counter.ts';
import type { LegalVariant } from '../../variant.ts';

export const windowSlidingCounter: LegalVariant = {
  id: 'window-sliding-counter',
  title: 'Counts in sixty cells a window',
  apply: (base) => ({ ...base, minuteLimiter: slidingCounter(60) }),
};
