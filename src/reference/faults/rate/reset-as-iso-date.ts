import type { Fault } from '../../variant.ts';

export const resetAsIsoDate: Fault = {
  id: 'reset-as-iso-date',
  title: 'Writes Reset as an ISO date',
  breaks: ['rate.reset-unix-seconds', 'rate.single-integer'],
  follows: ['rate.reset-in-window'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, reset: new Date(Number(values.reset) * 1000).toISOString() };
    },
  }),
};
