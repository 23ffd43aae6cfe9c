import { countBy } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const threeWorkers: Fault = {
  id: 'three-workers',
  title: 'Counts in three workers that share nothing',
  breaks: ['limit.rejects-excess'],
  apply: (base) => countBy(base, (name, request) => `${request.serial % 3}:${name}`),
};
