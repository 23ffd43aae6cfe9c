import type { Fault } from '../../variant.ts';

export const hyphenatedHeaderNames: Fault = {
  id: 'hyphenated-header-names',
  title: 'Names the headers X-Rate-Limit-…',
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
      ['X-Rate-Limit-Limit', limit],
      ['X-Rate-Limit-Remaining', remaining],
      ['X-Rate-Limit-Reset', reset],
    ],
  }),
};
