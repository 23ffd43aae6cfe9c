import type { Fault } from '../../variant.ts';

export const limitUnlimited: Fault = {
  id: 'limit-unlimited',
  title: 'Writes `unlimited` for the limit',
  breaks: ['rate.single-integer'],
  follows: ['rate.limit-matches-plan', 'rate.remaining-in-range'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, limit: 'unlimited' };
    },
  }),
};
