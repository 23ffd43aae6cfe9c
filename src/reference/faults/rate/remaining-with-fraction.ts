import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const remainingWithFraction: Fault = {
  id: 'remaining-with-fraction',
  title: 'Writes Remaining with a fraction',
  breaks: ['rate.single-integer'],
  follows: ['rate.remaining-counts-down', 'rate.remaining-in-range'],
  apply: (base) => restate(base, ({ remaining }) => ({ remaining: `${remaining}.5` })),
};
