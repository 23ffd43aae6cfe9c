import type { Fault } from '../../variant.ts';

export const prefixlessLimitName: Fault = {
  id: 'prefixless-limit-name',
  title: 'Sends X-RateLimit-Max in place of X-RateLimit-Limit',
  breaks: ['rate.headers-present'],
  follows: [
    'rate.limit-matches-plan',
    'rate.remaining-in-range',
    'rate.remaining-counts-down',
    'rate.counts-every-operation',
    'rate.reset-unix-seconds',
    'rate.reset-in-window',
    'rate.single-integer',
  ],
  apply: (base) => ({
    ...base,
    rateHeaders: ({ limit, remaining, reset }) => [
      ['X-RateLimit-Max', limit],
      ['X-RateLimit-Remaining', remaining],
      ['X-RateLimit-Reset', reset],
    ],
  }),
};
