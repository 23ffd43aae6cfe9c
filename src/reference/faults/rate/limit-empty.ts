import type { Fault } from '../../variant.ts';

export const limitEmpty: Fault = {
  id: 'limit-empty',
  title: 'Leaves the value of Limit empty',
  breaks: ['rate.single-integer'],
  follows: ['rate.limit-matches-plan', 'rate.remaining-in-range', 'rate.headers-present'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, limit: '' };
    },
  }),
};
