import { sayReset } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const refusalResetInMilliseconds: Fault = {
  id: 'refusal-reset-in-milliseconds',
  title: 'Sends Reset in milliseconds on a refusal',
  breaks: ['limit.reset-true'],
  apply: (base) => sayReset(base, (resetAtMs) => String(Math.ceil(resetAtMs))),
};
