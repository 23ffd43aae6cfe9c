import { refuseWith } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const refusesWith403: Fault = {
  id: 'refuses-with-403',
  title: 'Refuses with 403',
  breaks: ['limit.status'],
  apply: (base) => refuseWith(base, 403, 'forbidden'),
};
