import { slidingCounter } from '../../limiters/sliding-counter.ts';
import type { LegalVariant } from '../../variant.ts';

export const resetBeyondTheWindow: LegalVariant = {
  id: 'reset-beyond-the-window',
  title: 'Counts in cells of one window, and names the end of the next one, when the whole limit is back',
  needs: { windowSeconds: 10 },
  apply: (base) => ({ ...base, minuteLimiter: slidingCounter(1) }),
};
