import type { Fault } from '../../variant.ts';

export const limitLinesOfTwoLimiters: Fault = {
  id: 'limit-lines-of-two-limiters',
  title: 'Sends the lines of two limiters',
  breaks: ['rate.single-integer'],
  follows: [
    'rate.remaining-counts-down',
    'rate.remaining-in-range',
    'rate.limit-matches-plan',
    'rate.counts-every-operation',
  ],
  apply: (base) => ({
    ...base,
    rateHeaders: (values, request) => [
      ...base.rateHeaders(values, request),
      ['X-RateLimit-Limit', '100000'],
      ['X-RateLimit-Remaining', '99999'],
    ],
  }),
};
