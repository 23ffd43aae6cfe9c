import { windowOnClock } from '../../limiters/window-on-clock.ts';
import type { LegalVariant } from '../../variant.ts';

export const minutesOfTheClock: LegalVariant = {
  id: 'minutes-of-the-clock',
  title: 'Has windows that begin with the minutes of the clock',
  apply: (base) => ({ ...base, minuteLimiter: windowOnClock }),
};
