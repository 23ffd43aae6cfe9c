import type { Fault } from '../../variant.ts';
import { rateNumbers } from '../clauses.ts';

export const suffixedHeaderNames: Fault = {
  id: 'suffixed-header-names',
  title: 'Names the headers after the minute',
  breaks: ['rate.headers-present'],
  follows: rateNumbers,
  apply: (base) => ({
    ...base,
    rateHeaders: ({ limit, remaining, reset }) => [
      ['X-RateLimit-Limit-Minute', limit],
      ['X-RateLimit-Remaining-Minute', remaining],
      ['X-RateLimit-Reset-Minute', reset],
    ],
  }),
};
