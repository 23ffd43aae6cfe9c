import { slidingCounter } from '../../limiters/sliding-counter.ts';
import type { LegalVariant } from '../../variant.ts';

export const windowTwoCells: LegalVariant = {
  id: 'window-two-cells',
  title: 'Counts in cells of one window, the last one weighted, and names the moment at which both have left',
  apply: (base) => ({ ...base, minuteLimiter: slidingCounter(1) }),
};
