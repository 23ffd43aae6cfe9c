import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const limitDoubled: Fault = {
  id: 'limit-doubled',
  title: 'Names twice the limit of the plan',
  breaks: ['rate.limit-matches-plan'],
  apply: (base) => restate(base, ({ limit }) => ({ limit: String(2 * Number(limit)) })),
};
