import type { Fault } from '../../variant.ts';

export const resetInMillisecondsOnCreate: Fault = {
  id: 'reset-in-milliseconds-on-create',
  title: 'Writes Reset in milliseconds in answers to creations',
  breaks: ['rate.reset-unix-seconds'],
  follows: ['rate.reset-in-window'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, reset: request.operation === 'create' ? `${values.reset}000` : values.reset };
    },
  }),
};
