import { countTo } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const limitOfTheNextPlan: Fault = {
  id: 'limit-of-the-next-plan',
  title: 'Admits what the next plan grants, while it shows its own limit',
  breaks: ['limit.rejects-excess'],
  apply: (base) => countTo(base, (limit) => 5 * limit),
};
