import type { Fault } from '../../variant.ts';

export const limitPerHour: Fault = {
  id: 'limit-per-hour',
  title: 'Names the limit of an hour',
  breaks: ['rate.limit-matches-plan'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, limit: String(60 * Number(values.limit)) };
    },
  }),
};
