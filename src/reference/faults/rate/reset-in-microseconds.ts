import type { Fault } from '../../variant.ts';

export const resetInMicroseconds: Fault = {
  id: 'reset-in-microseconds',
  title: 'Writes Reset in microseconds',
  breaks: ['rate.reset-unix-seconds'],
  follows: ['rate.reset-in-window'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, reset: `${values.reset}000000` };
    },
  }),
};
