import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const resetInLocalTime: Fault = {
  id: 'reset-in-local-time',
  title: 'Writes Reset in the seconds of a clock two hours ahead',
  breaks: ['rate.reset-in-window'],
  apply: (base) => restate(base, ({ reset }) => ({ reset: String(Number(reset) + 7200) })),
};
