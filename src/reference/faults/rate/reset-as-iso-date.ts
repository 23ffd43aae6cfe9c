import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const resetAsIsoDate: Fault = {
  id: 'reset-as-iso-date',
  title: 'Writes Reset as an ISO date',
  breaks: ['rate.reset-unix-seconds', 'rate.single-integer'],
  follows: ['rate.reset-in-window'],
  apply: (base) => restate(base, ({ reset }) => ({ reset: new Date(Number(reset) * 1000).toISOString() })),
};
