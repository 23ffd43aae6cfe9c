import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const remainingConstant: Fault = {
  id: 'remaining-constant',
  title: 'Always shows the whole limit as remaining',
  breaks: ['rate.remaining-counts-down'],
  follows: ['rate.counts-every-operation'],
  apply: (base) => restate(base, ({ limit }) => ({ remaining: limit })),
};
