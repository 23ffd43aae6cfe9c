import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const resetAsDelta: Fault = {
  id: 'reset-as-delta',
  title: 'Writes Reset as the seconds that are left',
  breaks: ['rate.reset-unix-seconds'],
  follows: ['rate.reset-in-window'],
  apply: (base) => restate(base, ({ reset }) => ({ reset: String(Number(reset) - Math.floor(base.now() / 1000)) })),
};
