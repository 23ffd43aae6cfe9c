import type { Fault } from '../../variant.ts';
import { rateNumbers } from '../clauses.ts';

export const draftHeaderNames: Fault = {
  id: 'draft-header-names',
  title: 'Sends RateLimit-Limit, -Remaining and -Reset of an IETF draft',
  breaks: ['rate.headers-present'],
  follows: rateNumbers,
  apply: (base) => ({
    ...base,
    rateHeaders: ({ limit, remaining, reset }) => [
      ['RateLimit-Limit', limit],
      ['RateLimit-Remaining', remaining],
      ['RateLimit-Reset', reset],
    ],
  }),
};
