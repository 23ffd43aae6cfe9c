import { refuseWith } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const refusesWith200: Fault = {
  id: 'refuses-with-200',
  title: 'Refuses with 200 and an Error body',
  breaks: ['limit.rejects-excess'],
  apply: (base) => refuseWith(base, 200, 'rate_limited'),
};
