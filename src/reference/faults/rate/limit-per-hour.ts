import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const limitPerHour: Fault = {
  id: 'limit-per-hour',
  title: 'Names the limit of an hour',
  breaks: ['rate.limit-matches-plan'],
  apply: (base) => restate(base, ({ limit }) => ({ limit: String(60 * Number(limit)) })),
};
