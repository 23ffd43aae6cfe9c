import type { LegalVariant } from '../../variant.ts';

export const resetRoundedDown: LegalVariant = {
  id: 'reset-rounded-down',
  title: 'Rounds Reset down',
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => ({
      ...base.rateValues(tally, request),
      reset: String(Math.floor(tally.governing.resetAtMs / 1000)),
    }),
  }),
};
