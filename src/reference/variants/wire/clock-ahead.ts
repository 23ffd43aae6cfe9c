import type { LegalVariant } from '../../variant.ts';

export const clockAhead: LegalVariant = {
  id: 'clock-ahead',
  title: 'Has a clock ten minutes ahead',
  apply: (base) => ({ ...base, now: () => base.now() + 600_000 }),
};
