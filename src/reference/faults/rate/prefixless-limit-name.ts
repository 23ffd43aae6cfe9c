import type { Fault } from '../../variant.ts';
import { rateNumbers } from '../clauses.ts';

export const prefixlessLimitName: Fault = {
  id: 'prefixless-limit-name',
  title: 'Sends X-RateLimit-Max in place of X-RateLimit-Limit',
  breaks: ['rate.headers-present'],
  follows: rateNumbers,
  apply: (base) => ({
    ...base,
    rateHeaders: ({ limit, remaining, reset }) => [
      ['X-RateLimit-Max', limit],
      ['X-RateLimit-Remaining', remaining],
      ['X-RateLimit-Reset', reset],
    ],
  }),
};
