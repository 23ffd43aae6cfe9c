import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const limitUnlimited: Fault = {
  id: 'limit-unlimited',
  title: 'Writes `unlimited` for the limit',
  breaks: ['rate.single-integer'],
  follows: ['rate.limit-matches-plan', 'rate.remaining-in-range'],
  apply: (base) => restate(base, () => ({ limit: 'unlimited' })),
};
