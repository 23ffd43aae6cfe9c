import { openAt } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const opensThreeSecondsEarly: Fault = {
  id: 'opens-three-seconds-early',
  title: 'Opens the next minute three seconds before Reset and Retry-After say',
  needs: { windowSeconds: 60 },
  breaks: ['limit.reset-true'],
  follows: ['limit.window-is-a-minute'],
  apply: (base) => openAt(base, 0.95),
};
