import type { Fault } from '../../variant.ts';

export const remainingCountsUp: Fault = {
  id: 'remaining-counts-up',
  title: 'Counts Remaining upwards',
  breaks: ['rate.remaining-counts-down'],
  follows: ['rate.counts-every-operation'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return {
        ...values,
        remaining: String(Math.min(Number(values.limit), 100 + Number(values.limit) - Number(values.remaining))),
      };
    },
  }),
};
