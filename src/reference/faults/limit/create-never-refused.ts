import { exempt } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const createNeverRefused: Fault = {
  id: 'create-never-refused',
  title: 'Never refuses a creation',
  breaks: ['limit.all-operations'],
  apply: (base) => exempt(base, 'create'),
};
