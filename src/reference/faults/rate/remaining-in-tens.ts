import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const remainingInTens: Fault = {
  id: 'remaining-in-tens',
  title: 'Shows remaining requests in steps of ten',
  breaks: ['rate.remaining-counts-down'],
  follows: ['rate.counts-every-operation'],
  apply: (base) => restate(base, ({ remaining }) => ({ remaining: String(Math.floor(Number(remaining) / 10) * 10) })),
};
