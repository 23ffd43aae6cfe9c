import { redecide } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const resetMovesWithEachRequest: Fault = {
  id: 'reset-moves-with-each-request',
  title: 'Names a Reset one window after each request, though the window stands still',
  breaks: ['limit.reset-true'],
  // Two Resets less than a window apart look like a shorter window.
  follows: ['limit.window-is-a-minute'],
  apply: (base) => redecide(base, (decision, { quota, nowMs }) => ({ ...decision, resetAtMs: nowMs + quota.windowMs })),
};
