import type { Fault } from '../../variant.ts';

export const remainingLineTwice: Fault = {
  id: 'remaining-line-twice',
  title: 'Sends the line of Remaining twice',
  breaks: ['rate.single-integer'],
  follows: ['rate.remaining-counts-down', 'rate.remaining-in-range'],
  apply: (base) => ({
    ...base,
    rateHeaders: (values, request) => [
      ...base.rateHeaders(values, request),
      ['X-RateLimit-Remaining', values.remaining],
    ],
  }),
};
