import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const remainingAboveLimit: Fault = {
  id: 'remaining-above-limit',
  title: 'Shows more remaining requests than the limit',
  breaks: ['rate.remaining-in-range'],
  apply: (base) => restate(base, ({ limit, remaining }) => ({ remaining: String(Number(limit) + Number(remaining)) })),
};
