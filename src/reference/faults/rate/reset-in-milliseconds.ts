import type { Fault } from '../../variant.ts';

export const resetInMilliseconds: Fault = {
  id: 'reset-in-milliseconds',
  title: 'Writes Reset in milliseconds',
  breaks: ['rate.reset-unix-seconds'],
  follows: ['rate.reset-in-window'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, reset: `${values.reset}000` };
    },
  }),
};
