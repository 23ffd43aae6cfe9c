import type { LegalVariant } from '../../variant.ts';

export const remainingBeforeCounting: LegalVariant = {
  id: 'remaining-before-counting',
  title: 'Shows Remaining as it was before the request',
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return tally.admitted ? { ...values, remaining: String(Number(values.remaining) + 1) } : values;
    },
  }),
};
