import { refuseWith } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const refusesWith503: Fault = {
  id: 'refuses-with-503',
  title: 'Refuses with 503',
  breaks: ['limit.status', 'limit.no-server-error'],
  apply: (base) => refuseWith(base, 503, 'unavailable'),
};
