import { countBy } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const counterPerConnection: Fault = {
  id: 'counter-per-connection',
  title: 'Counts each connection on its own',
  breaks: ['limit.rejects-excess'],
  apply: (base) => countBy(base, (name, request) => `${request.connection}:${name}`),
};
