import type { LegalVariant } from '../../variant.ts';

export const clockThreeSecondsAhead: LegalVariant = {
  id: 'clock-three-seconds-ahead',
  title: 'Has a clock three seconds ahead',
  apply: (base) => ({ ...base, now: () => base.now() + 3_000 }),
};
