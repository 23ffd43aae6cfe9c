import type { Fault } from '../../variant.ts';

export const resetAsDeltaOn401: Fault = {
  id: 'reset-as-delta-on-401',
  title: 'Writes Reset as the seconds that are left where the key is not valid',
  breaks: ['rate.reset-unix-seconds'],
  follows: ['rate.reset-in-window'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      const left = Number(values.reset) - Math.floor(base.now() / 1000);
      return { ...values, reset: request.headers.has('authorization') ? values.reset : String(left) };
    },
  }),
};
