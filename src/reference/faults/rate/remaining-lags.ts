import { restate } from '../../requota.ts';
import { everyNth } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const remainingLags: Fault = {
  id: 'remaining-lags',
  title: 'Shows every second value of Remaining twice',
  breaks: ['rate.remaining-counts-down'],
  follows: ['rate.counts-every-operation'],
  apply: (base) => {
    const second = everyNth(2);
    const shown = new Map<string, string>();
    return restate(base, (values) => {
      const remaining = second() ? (shown.get(values.limit) ?? values.remaining) : values.remaining;
      shown.set(values.limit, remaining);
      return { remaining };
    });
  },
};
