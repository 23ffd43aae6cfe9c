import { countBy } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const counterPerPath: Fault = {
  id: 'counter-per-path',
  title: 'Counts each path on its own',
  breaks: ['rate.counts-every-operation'],
  follows: ['rate.remaining-counts-down'],
  apply: (base) => countBy(base, (name, { path }) => `${path}:${name}`),
};
