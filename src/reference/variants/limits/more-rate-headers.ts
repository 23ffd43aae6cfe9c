import type { LegalVariant } from '../../variant.ts';

export const moreRateHeaders: LegalVariant = {
  id: 'more-rate-headers',
  title: 'Sends X-RateLimit-Used and the headers of the day beside the required ones',
  apply: (base) => ({
    ...base,
    rateHeaders: (values, request) => [
      ...base.rateHeaders(values, request),
      ['X-RateLimit-Used', String(Number(values.limit) - Number(values.remaining))],
      ['X-RateLimit-Limit-Day', '100000'],
      ['X-RateLimit-Policy', 'minute'],
    ],
  }),
};
