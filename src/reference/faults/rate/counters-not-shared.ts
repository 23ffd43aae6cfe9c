import { countBy } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const countersNotShared: Fault = {
  id: 'counters-not-shared',
  title: 'Counts on two nodes that share nothing',
  breaks: ['rate.remaining-counts-down'],
  follows: ['rate.counts-every-operation'],
  apply: (base) => countBy(base, (name, { serial }) => `${serial % 2}:${name}`),
};
