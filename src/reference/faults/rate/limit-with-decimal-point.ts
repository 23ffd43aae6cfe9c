import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const limitWithDecimalPoint: Fault = {
  id: 'limit-with-decimal-point',
  title: 'Writes the limit as 60.0',
  breaks: ['rate.single-integer'],
  follows: ['rate.limit-matches-plan'],
  apply: (base) => restate(base, ({ limit }) => ({ limit: `${limit}.0` })),
};
