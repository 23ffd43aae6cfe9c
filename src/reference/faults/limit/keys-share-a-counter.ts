import { countBy } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const keysShareACounter: Fault = {
  id: 'keys-share-a-counter',
  title: 'Counts by address, so that keys share a counter',
  breaks: ['limit.keys-independent'],
  apply: (base) => countBy(base, (_, request) => request.remote),
};
