import type { Fault } from '../../variant.ts';

export const resetInLocalTime: Fault = {
  id: 'reset-in-local-time',
  title: 'Writes Reset in the seconds of a clock two hours ahead',
  breaks: ['rate.reset-in-window'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, reset: String(Number(values.reset) + 7200) };
    },
  }),
};
