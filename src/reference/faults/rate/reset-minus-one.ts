import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const resetMinusOne: Fault = {
  id: 'reset-minus-one',
  title: 'Writes -1 for Reset',
  breaks: ['rate.single-integer'],
  follows: ['rate.reset-in-window', 'rate.reset-unix-seconds'],
  apply: (base) => restate(base, () => ({ reset: '-1' })),
};
