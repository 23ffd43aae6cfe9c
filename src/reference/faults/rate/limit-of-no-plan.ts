import type { Fault } from '../../variant.ts';

export const limitOfNoPlan: Fault = {
  id: 'limit-of-no-plan',
  title: 'Names a limit of 100 that no plan has',
  breaks: ['rate.limit-matches-plan'],
  follows: ['rate.remaining-in-range'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, limit: '100' };
    },
  }),
};
