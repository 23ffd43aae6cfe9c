import type { Fault } from '../../variant.ts';
import { rateNumbers } from '../clauses.ts';

export const draftStructuredHeader: Fault = {
  id: 'draft-structured-header',
  title: 'Sends RateLimit and RateLimit-Policy of an IETF draft',
  breaks: ['rate.headers-present'],
  follows: rateNumbers,
  apply: (base) => ({
    ...base,
    rateHeaders: ({ limit, remaining, reset }) => [
      ['RateLimit-Policy', `"minute";q=${limit};w=60`],
      ['RateLimit', `"minute";r=${remaining};t=${Math.max(0, Number(reset) - Math.floor(base.now() / 1000))}`],
    ],
  }),
};
