import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const limitWithPolicies: Fault = {
  id: 'limit-with-policies',
  title: 'Lists the policies in Limit',
  breaks: ['rate.single-integer'],
  follows: ['rate.limit-matches-plan', 'rate.remaining-in-range'],
  apply: (base) => restate(base, ({ limit }) => ({ limit: `${limit}, ${limit};window=60` })),
};
