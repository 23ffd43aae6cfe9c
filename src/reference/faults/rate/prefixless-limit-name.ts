import type { Fault } from '../../variant.ts';
import { WITHOUT_NUMBERS } from '../../without-numbers.ts';

export const prefixlessLimitName: Fault = {
  id: 'prefixless-limit-name',
  title: 'Sends X-RateLimit-Max in place of X-RateLimit-Limit',
  breaks: ['rate.headers-present'],
  follows: WITHOUT_NUMBERS,
  apply: (base) => ({
    ...base,
    rateHeaders: ({ limit, remaining, reset }) => [
      ['X-RateLimit-Max', limit],
      ['X-RateLimit-Remaining', remaining],
      ['X-RateLimit-Reset', reset],
    ],
  }),
};
