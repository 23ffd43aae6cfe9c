import { keepQuota } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const windowLongerByHalf: Fault = {
  id: 'window-longer-by-half',
  title: 'Counts over one and a half windows, and names their end',
  breaks: ['rate.reset-in-window'],
  needs: { windowSeconds: 10 },
  apply: (base) => keepQuota(base, (quota) => ({ ...quota, windowMs: 1.5 * quota.windowMs })),
};
