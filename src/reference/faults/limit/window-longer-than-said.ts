import { openAt } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const windowLongerThanSaid: Fault = {
  id: 'window-longer-than-said',
  title: 'Has a window half as long again as it says',
  breaks: ['limit.retry-after-sufficient', 'limit.reset-true'],
  follows: ['limit.window-is-a-minute'],
  apply: (base) => openAt(base, 1.5),
};
