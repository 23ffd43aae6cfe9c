import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const resetZero: Fault = {
  id: 'reset-zero',
  title: 'Writes 0 for Reset',
  breaks: ['rate.reset-unix-seconds'],
  follows: ['rate.reset-in-window'],
  apply: (base) => restate(base, () => ({ reset: '0' })),
};
