import { redecide } from '../../requota.ts';
import { everyNth } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const everySecondOneAbove: Fault = {
  id: 'every-second-one-above',
  title: 'Lets every second request above the limit through',
  breaks: ['limit.rejects-excess'],
  follows: ['limit.all-operations'],
  apply: (base) => {
    const second = everyNth(2);
    return redecide(base, (decision) => (decision.admitted || !second() ? decision : { ...decision, admitted: true }));
  },
};
