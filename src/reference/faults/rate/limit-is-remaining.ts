import type { Fault } from '../../variant.ts';

export const limitIsRemaining: Fault = {
  id: 'limit-is-remaining',
  title: 'Names the remaining requests as the limit',
  breaks: ['rate.limit-matches-plan'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, limit: values.remaining };
    },
  }),
};
