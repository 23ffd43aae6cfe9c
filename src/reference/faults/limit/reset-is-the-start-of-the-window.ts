import { redecide } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const resetIsTheStartOfTheWindow: Fault = {
  id: 'reset-is-the-start-of-the-window',
  title: 'Names the start of the window as Reset',
  breaks: ['limit.reset-true'],
  apply: (base) =>
    redecide(base, (decision, { quota }) => ({ ...decision, resetAtMs: decision.resetAtMs - quota.windowMs })),
};
