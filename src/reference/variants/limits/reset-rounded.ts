import type { LegalVariant } from '../../variant.ts';

export const resetRounded: LegalVariant = {
  id: 'reset-rounded',
  title: 'Rounds Reset to the nearest second',
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => ({
      ...base.rateValues(tally, request),
      reset: String(Math.round(tally.governing.resetAtMs / 1000)),
    }),
  }),
};
