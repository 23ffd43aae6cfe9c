import { countTo } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const oneTooMany: Fault = {
  id: 'one-too-many',
  title: 'Admits one request too many',
  breaks: ['limit.rejects-excess'],
  apply: (base) => countTo(base, (limit) => limit + 1),
};
