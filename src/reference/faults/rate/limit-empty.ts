import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const limitEmpty: Fault = {
  id: 'limit-empty',
  title: 'Leaves the value of Limit empty',
  breaks: ['rate.single-integer'],
  follows: ['rate.limit-matches-plan', 'rate.remaining-in-range', 'rate.headers-present'],
  apply: (base) => restate(base, () => ({ limit: '' })),
};
