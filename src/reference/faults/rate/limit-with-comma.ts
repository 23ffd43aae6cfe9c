import type { Fault } from '../../variant.ts';

export const limitWithComma: Fault = {
  id: 'limit-with-comma',
  title: 'Writes the limit with a comma between the thousands',
  breaks: ['rate.single-integer'],
  follows: ['rate.limit-matches-plan', 'rate.remaining-in-range'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, limit: `${values.limit.slice(0, -1)},${values.limit.slice(-1)}` };
    },
  }),
};
