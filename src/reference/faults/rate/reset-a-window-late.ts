import type { Fault } from '../../variant.ts';

const WINDOW_SECONDS = 12;

export const resetAWindowLate: Fault = {
  id: 'reset-a-window-late',
  title: 'Writes the end of the next window for Reset',
  breaks: ['rate.reset-in-window'],
  needs: { windowSeconds: WINDOW_SECONDS },
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, reset: String(Number(values.reset) + WINDOW_SECONDS) };
    },
  }),
};
