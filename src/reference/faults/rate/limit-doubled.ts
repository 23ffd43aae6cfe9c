import type { Fault } from '../../variant.ts';

export const limitDoubled: Fault = {
  id: 'limit-doubled',
  title: 'Names twice the limit of the plan',
  breaks: ['rate.limit-matches-plan'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, limit: String(2 * Number(values.limit)) };
    },
  }),
};
