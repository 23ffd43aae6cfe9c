import type { Fault } from '../../variant.ts';

export const remainingAboveLimit: Fault = {
  id: 'remaining-above-limit',
  title: 'Shows more remaining requests than the limit',
  breaks: ['rate.remaining-in-range'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, remaining: String(Number(values.limit) + Number(values.remaining)) };
    },
  }),
};
