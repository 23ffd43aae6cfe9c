import { sayReset } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const refusalResetAsDelta: Fault = {
  id: 'refusal-reset-as-delta',
  title: 'Sends Reset as seconds from now on a refusal',
  breaks: ['limit.reset-true'],
  apply: (base) => sayReset(base, (resetAtMs, nowMs) => String(Math.ceil((resetAtMs - nowMs) / 1000))),
};
