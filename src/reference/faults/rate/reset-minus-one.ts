import type { Fault } from '../../variant.ts';

export const resetMinusOne: Fault = {
  id: 'reset-minus-one',
  title: 'Writes -1 for Reset',
  breaks: ['rate.single-integer'],
  follows: ['rate.reset-in-window', 'rate.reset-unix-seconds'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, reset: '-1' };
    },
  }),
};
