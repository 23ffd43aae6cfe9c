import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const limitOfNoPlan: Fault = {
  id: 'limit-of-no-plan',
  title: 'Names a limit of 100 that no plan has',
  breaks: ['rate.limit-matches-plan'],
  follows: ['rate.remaining-in-range'],
  apply: (base) => restate(base, () => ({ limit: '100' })),
};
