import { countTo } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const lastRequestRefused: Fault = {
  id: 'last-request-refused',
  title: 'Refuses the last request of the limit, with one remaining',
  breaks: ['limit.admits-plan', 'limit.remaining-zero'],
  apply: (base) => countTo(base, (limit) => limit - 1, 1),
};
