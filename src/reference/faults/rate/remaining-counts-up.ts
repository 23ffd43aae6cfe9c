import { restate } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const remainingCountsUp: Fault = {
  id: 'remaining-counts-up',
  title: 'Counts Remaining upwards',
  breaks: ['rate.remaining-counts-down'],
  follows: ['rate.counts-every-operation'],
  apply: (base) =>
    restate(base, ({ limit, remaining }) => ({
      remaining: String(Math.min(Number(limit), 100 + Number(limit) - Number(remaining))),
    })),
};
