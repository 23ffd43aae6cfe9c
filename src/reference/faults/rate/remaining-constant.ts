import type { Fault } from '../../variant.ts';

export const remainingConstant: Fault = {
  id: 'remaining-constant',
  title: 'Always shows the whole limit as remaining',
  breaks: ['rate.remaining-counts-down'],
  follows: ['rate.counts-every-operation'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, remaining: values.limit };
    },
  }),
};
