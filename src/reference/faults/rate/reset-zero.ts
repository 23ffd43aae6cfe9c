import type { Fault } from '../../variant.ts';

export const resetZero: Fault = {
  id: 'reset-zero',
  title: 'Writes 0 for Reset',
  breaks: ['rate.reset-unix-seconds'],
  follows: ['rate.reset-in-window'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, reset: '0' };
    },
  }),
};
