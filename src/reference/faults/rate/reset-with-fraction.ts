import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const resetWithFraction: Fault = {
  id: 'reset-with-fraction',
  title: 'Writes Reset with a fraction',
  breaks: ['rate.reset-integer'],
  apply: (base) => restate(base, ({ reset }) => ({ reset: `${reset}.25` })),
};
