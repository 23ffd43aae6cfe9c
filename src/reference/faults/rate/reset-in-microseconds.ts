import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const resetInMicroseconds: Fault = {
  id: 'reset-in-microseconds',
  title: 'Writes Reset in microseconds',
  breaks: ['rate.reset-unix-seconds'],
  follows: ['rate.reset-in-window'],
  apply: (base) => restate(base, ({ reset }) => ({ reset: `${reset}000000` })),
};
