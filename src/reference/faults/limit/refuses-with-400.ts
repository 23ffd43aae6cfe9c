import { refuseWith } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const refusesWith400: Fault = {
  id: 'refuses-with-400',
  title: 'Refuses with 400',
  breaks: ['limit.status'],
  follows: ['limit.rejects-excess'],
  apply: (base) => refuseWith(base, 400, 'invalid_request'),
};
