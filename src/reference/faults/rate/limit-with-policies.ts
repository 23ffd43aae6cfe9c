import type { Fault } from '../../variant.ts';

export const limitWithPolicies: Fault = {
  id: 'limit-with-policies',
  title: 'Lists the policies in Limit',
  breaks: ['rate.single-integer'],
  follows: ['rate.limit-matches-plan', 'rate.remaining-in-range'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, limit: `${values.limit}, ${values.limit};window=60` };
    },
  }),
};
