import type { Fault } from '../../variant.ts';

export const createHasOwnLimit: Fault = {
  id: 'create-has-own-limit',
  title: 'Names another limit for creations',
  breaks: ['rate.limit-matches-plan'],
  follows: ['rate.remaining-in-range'],
  apply: (base) => ({
    ...base,
    rateValues: (tally, request) => {
      const values = base.rateValues(tally, request);
      return { ...values, limit: request.operation === 'create' ? '10' : values.limit };
    },
  }),
};
