import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const resetInMilliseconds: Fault = {
  id: 'reset-in-milliseconds',
  title: 'Writes Reset in milliseconds',
  breaks: ['rate.reset-unix-seconds'],
  follows: ['rate.reset-in-window'],
  apply: (base) => restate(base, ({ reset }) => ({ reset: `${reset}000` })),
};
