import type { Fault } from '../../variant.ts';

export const resetAtWindowStart: Fault = {
  id: 'reset-at-window-start',
  title: 'Writes the beginning of the window for Reset',
  breaks: ['rate.reset-in-window'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, reset: String(Number(values.reset) - 62) };
    },
  }),
};
