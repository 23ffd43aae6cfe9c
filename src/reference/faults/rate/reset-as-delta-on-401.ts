import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const resetAsDeltaOn401: Fault = {
  id: 'reset-as-delta-on-401',
  title: 'Writes Reset as the seconds that are left where the key is not valid',
  breaks: ['rate.reset-unix-seconds'],
  follows: ['rate.reset-in-window'],
  apply: (base) =>
    restate(base, ({ reset }, _, { headers }) => {
      const left = Number(reset) - Math.floor(base.now() / 1000);
      return { reset: headers.has('authorization') ? reset : String(left) };
    }),
};
