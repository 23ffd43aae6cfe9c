import type { Fault } from '../../variant.ts';

export const resetWithFraction: Fault = {
  id: 'reset-with-fraction',
  title: 'Writes Reset with a fraction',
  breaks: ['rate.reset-integer'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, reset: `${values.reset}.25` };
    },
  }),
};
