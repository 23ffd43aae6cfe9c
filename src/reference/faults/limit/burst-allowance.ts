import { countTo } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const burstAllowance: Fault = {
  id: 'burst-allowance',
  title: 'Lets a fifth more through as a burst',
  breaks: ['limit.rejects-excess'],
  apply: (base) => countTo(base, (limit) => 1.2 * limit),
};
