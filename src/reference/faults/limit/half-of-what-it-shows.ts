import { countTo } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const halfOfWhatItShows: Fault = {
  id: 'half-of-what-it-shows',
  title: 'Admits half of the limit that Remaining counts down from',
  breaks: ['limit.admits-plan'],
  apply: (base) => countTo(base, (limit) => limit / 2),
};
