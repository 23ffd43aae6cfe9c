import { countBy } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const planSharesACounter: Fault = {
  id: 'plan-shares-a-counter',
  title: 'Counts all customers of a plan together',
  breaks: ['limit.keys-independent'],
  apply: (base) => countBy(base, (_, _request, tier) => tier),
};
