import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const limitWithComma: Fault = {
  id: 'limit-with-comma',
  title: 'Writes the limit with a comma between the thousands',
  breaks: ['rate.single-integer'],
  follows: ['rate.limit-matches-plan', 'rate.remaining-in-range'],
  apply: (base) => restate(base, ({ limit }) => ({ limit: `${limit.slice(0, -1)},${limit.slice(-1)}` })),
};
