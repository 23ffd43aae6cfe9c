import { openAt } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const opensJustAfterHalfAWindow: Fault = {
  id: 'opens-just-after-half-a-window',
  title: 'Opens the next window at 55 % of what Reset and Retry-After say',
  needs: { windowSeconds: 12 },
  breaks: ['limit.reset-true'],
  follows: ['limit.window-is-a-minute'],
  apply: (base) => openAt(base, 0.55),
};
