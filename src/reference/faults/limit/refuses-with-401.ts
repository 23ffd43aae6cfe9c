import { refuseWith } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const refusesWith401: Fault = {
  id: 'refuses-with-401',
  title: 'Refuses with 401',
  breaks: ['limit.status'],
  apply: (base) => refuseWith(base, 401, 'unauthorized'),
};
