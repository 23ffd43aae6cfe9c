import type { Fault } from '../../variant.ts';

export const limitWithUnit: Fault = {
  id: 'limit-with-unit',
  title: 'Writes the limit as 60/minute',
  breaks: ['rate.single-integer'],
  follows: ['rate.limit-matches-plan', 'rate.remaining-in-range'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, limit: `${values.limit}/minute` };
    },
  }),
};
