import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const resetInAnHour: Fault = {
  id: 'reset-in-an-hour',
  title: 'Writes a Reset an hour too late',
  breaks: ['rate.reset-in-window'],
  apply: (base) => restate(base, ({ reset }) => ({ reset: String(Number(reset) + 3600) })),
};
