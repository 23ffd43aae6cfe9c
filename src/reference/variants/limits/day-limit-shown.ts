import type { LegalVariant } from '../../variant.ts';

export const dayLimitShown: LegalVariant = {
  id: 'day-limit-shown',
  title: 'Shows the limit of the day to its customers',
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const customer = tally.minute.limit !== base.allowances.anonymous.perMinute;
      return base.rateValues(tally.admitted && customer ? { ...tally, governing: tally.day } : tally, request);
    },
  }),
};
