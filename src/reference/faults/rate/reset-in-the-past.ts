import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const resetInThePast: Fault = {
  id: 'reset-in-the-past',
  title: 'Writes a Reset an hour ago',
  breaks: ['rate.reset-in-window'],
  apply: (base) => restate(base, ({ reset }) => ({ reset: String(Number(reset) - 3600) })),
};
