import type { Fault } from '../../variant.ts';
import { rateNumbers } from '../clauses.ts';

export const hyphenatedHeaderNames: Fault = {
  id: 'hyphenated-header-names',
  title: 'Names the headers X-Rate-Limit-…',
  breaks: ['rate.headers-present'],
  follows: rateNumbers,
  apply: (base) => ({
    ...base,
    rateHeaders: ({ limit, remaining, reset }) => [
      ['X-Rate-Limit-Limit', limit],
      ['X-Rate-Limit-Remaining', remaining],
      ['X-Rate-Limit-Reset', reset],
    ],
  }),
};
