import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const resetInMillisecondsOnCreate: Fault = {
  id: 'reset-in-milliseconds-on-create',
  title: 'Writes Reset in milliseconds in answers to creations',
  breaks: ['rate.reset-unix-seconds'],
  follows: ['rate.reset-in-window'],
  apply: (base) =>
    restate(base, ({ reset }, _, { operation }) => ({ reset: operation === 'create' ? `${reset}000` : reset })),
};
