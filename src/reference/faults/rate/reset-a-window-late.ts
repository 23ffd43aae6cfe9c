import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

const WINDOW_SECONDS = 12;

export const resetAWindowLate: Fault = {
  id: 'reset-a-window-late',
  title: 'Writes the end of the next window for Reset',
  breaks: ['rate.reset-in-window'],
  needs: { windowSeconds: WINDOW_SECONDS },
  apply: (base) => restate(base, ({ reset }) => ({ reset: String(Number(reset) + WINDOW_SECONDS) })),
};
