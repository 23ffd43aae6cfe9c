import type { Fault } from '../../variant.ts';

export const draftHeaderNames: Fault = {
  id: 'draft-header-names',
  title: 'Sends RateLimit-Limit, -Remaining and -Reset of an IETF draft',
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
      ['RateLimit-Limit', limit],
      ['RateLimit-Remaining', remaining],
      ['RateLimit-Reset', reset],
    ],
  }),
};
