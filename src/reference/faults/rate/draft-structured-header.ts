import type { Fault } from '../../variant.ts';

export const draftStructuredHeader: Fault = {
  id: 'draft-structured-header',
  title: 'Sends RateLimit and RateLimit-Policy of an IETF draft',
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
      ['RateLimit-Policy', `"minute";q=${limit};w=60`],
      ['RateLimit', `"minute";r=${remaining};t=${Math.max(0, Number(reset) - Math.floor(base.now() / 1000))}`],
    ],
  }),
};
