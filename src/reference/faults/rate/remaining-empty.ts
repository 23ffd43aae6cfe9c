import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const remainingEmpty: Fault = {
  id: 'remaining-empty',
  title: 'Leaves the value of Remaining empty',
  breaks: ['rate.single-integer'],
  follows: [
    'rate.remaining-counts-down',
    'rate.remaining-in-range',
    'rate.headers-present',
    'rate.counts-every-operation',
  ],
  apply: (base) => restate(base, () => ({ remaining: '' })),
};
