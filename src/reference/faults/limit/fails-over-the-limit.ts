import { refuseWith } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const failsOverTheLimit: Fault = {
  id: 'fails-over-the-limit',
  title: 'Fails with 500 where it ought to refuse',
  breaks: ['limit.status', 'limit.no-server-error'],
  apply: (base) => refuseWith(base, 500, 'internal_error'),
};
