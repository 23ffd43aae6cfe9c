import { exempt } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const getNeverRefused: Fault = {
  id: 'get-never-refused',
  title: 'Never refuses a single animal',
  breaks: ['limit.all-operations'],
  apply: (base) => exempt(base, 'get'),
};
