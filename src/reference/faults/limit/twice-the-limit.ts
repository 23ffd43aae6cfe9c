import { countTo } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const twiceTheLimit: Fault = {
  id: 'twice-the-limit',
  title: 'Admits twice the limit that it shows',
  breaks: ['limit.rejects-excess'],
  apply: (base) => countTo(base, (limit) => 2 * limit),
};
