import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const limitWithUnit: Fault = {
  id: 'limit-with-unit',
  title: 'Writes the limit as 60/minute',
  breaks: ['rate.single-integer'],
  follows: ['rate.limit-matches-plan', 'rate.remaining-in-range'],
  apply: (base) => restate(base, ({ limit }) => ({ limit: `${limit}/minute` })),
};
