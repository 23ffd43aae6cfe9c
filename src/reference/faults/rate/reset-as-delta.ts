import type { Fault } from '../../variant.ts';

export const resetAsDelta: Fault = {
  id: 'reset-as-delta',
  title: 'Writes Reset as the seconds that are left',
  breaks: ['rate.reset-unix-seconds'],
  follows: ['rate.reset-in-window'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      const left = Number(values.reset) - Math.floor(base.now() / 1000);
      return { ...values, reset: String(left) };
    },
  }),
};
