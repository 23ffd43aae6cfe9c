import { redecide } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const resetThreeSecondsEarly: Fault = {
  id: 'reset-three-seconds-early',
  title: 'Names a Reset three seconds before the limit is back',
  needs: { windowSeconds: 12 },
  breaks: ['limit.reset-true'],
  apply: (base) => redecide(base, (decision) => ({ ...decision, resetAtMs: decision.resetAtMs - 3000 })),
};
