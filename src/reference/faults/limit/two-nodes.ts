import { countBy } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const twoNodes: Fault = {
  id: 'two-nodes',
  title: 'Counts on two nodes behind a balancer of connections',
  breaks: ['limit.rejects-excess'],
  apply: (base) => countBy(base, (name, request) => `${request.connection % 2}:${name}`),
};
