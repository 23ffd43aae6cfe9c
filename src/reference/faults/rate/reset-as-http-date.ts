import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const resetAsHttpDate: Fault = {
  id: 'reset-as-http-date',
  title: 'Writes Reset as an HTTP date',
  breaks: ['rate.reset-unix-seconds', 'rate.single-integer'],
  follows: ['rate.reset-in-window'],
  apply: (base) => restate(base, ({ reset }) => ({ reset: new Date(Number(reset) * 1000).toUTCString() })),
};
