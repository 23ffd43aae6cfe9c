import type { Fault } from '../../variant.ts';

export const suffixedHeaderNames: Fault = {
  id: 'suffixed-header-names',
  title: 'Names the headers after the minute',
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
      ['X-RateLimit-Limit-Minute', limit],
      ['X-RateLimit-Remaining-Minute', remaining],
      ['X-RateLimit-Reset-Minute', reset],
    ],
  }),
};
