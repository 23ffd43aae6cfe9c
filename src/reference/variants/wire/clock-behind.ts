import type { LegalVariant } from '../../variant.ts';

export const clockBehind: LegalVariant = {
  id: 'clock-behind',
  title: 'Has a clock ten minutes behind',
  apply: (base) => ({ ...base, now: () => base.now() - 600_000 }),
};
