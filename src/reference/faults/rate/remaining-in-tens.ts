import type { Fault } from '../../variant.ts';

export const remainingInTens: Fault = {
  id: 'remaining-in-tens',
  title: 'Shows remaining requests in steps of ten',
  breaks: ['rate.remaining-counts-down'],
  follows: ['rate.counts-every-operation'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, remaining: String(Math.floor(Number(values.remaining) / 10) * 10) };
    },
  }),
};
