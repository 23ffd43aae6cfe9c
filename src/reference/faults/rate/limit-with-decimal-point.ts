import type { Fault } from '../../variant.ts';

export const limitWithDecimalPoint: Fault = {
  id: 'limit-with-decimal-point',
  title: 'Writes the limit as 60.0',
  breaks: ['rate.single-integer'],
  follows: ['rate.limit-matches-plan'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, limit: `${values.limit}.0` };
    },
  }),
};
