import { openAt } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const opensAFifthEarly: Fault = {
  id: 'opens-a-fifth-early',
  title: 'Opens the next window at 80 % of what Reset and Retry-After say',
  needs: { windowSeconds: 20 },
  breaks: ['limit.reset-true'],
  follows: ['limit.window-is-a-minute'],
  apply: (base) => openAt(base, 0.8),
};
