import { countBy } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const counterPerOperation: Fault = {
  id: 'counter-per-operation',
  title: 'Counts each operation on its own',
  breaks: ['rate.counts-every-operation'],
  follows: ['rate.remaining-counts-down'],
  apply: (base) => countBy(base, (name, { operation }) => `${operation}:${name}`),
};
