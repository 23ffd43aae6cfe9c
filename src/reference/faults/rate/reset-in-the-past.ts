import type { Fault } from '../../variant.ts';

export const resetInThePast: Fault = {
  id: 'reset-in-the-past',
  title: 'Writes a Reset an hour ago',
  breaks: ['rate.reset-in-window'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, reset: String(Number(values.reset) - 3600) };
    },
  }),
};
