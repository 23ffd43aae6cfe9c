import { sayReset } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const refusalResetZero: Fault = {
  id: 'refusal-reset-zero',
  title: 'Sends Reset 0 on a refusal',
  breaks: ['limit.reset-true'],
  apply: (base) => sayReset(base, () => '0'),
};
