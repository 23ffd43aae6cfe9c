import { windowOnClock } from '../../limiters/window-on-clock.ts';
import type { LegalVariant } from '../../variant.ts';

export const endOfAMinute: LegalVariant = {
  id: 'end-of-a-minute',
  title: 'Has windows that begin with the minutes of its clock, and is asked when one is nearly over',
  apply: (base) => {
    const ahead = 60_000 - (base.now() % 60_000) - 1_500;
    return { ...base, now: () => base.now() + ahead, minuteLimiter: windowOnClock };
  },
};
