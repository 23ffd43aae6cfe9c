import type { Fault } from '../../variant.ts';

export const resetInAnHour: Fault = {
  id: 'reset-in-an-hour',
  title: 'Writes a Reset an hour too late',
  breaks: ['rate.reset-in-window'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, reset: String(Number(values.reset) + 3600) };
    },
  }),
};
