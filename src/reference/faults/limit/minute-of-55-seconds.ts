import { keepQuota } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const minuteOf55Seconds: Fault = {
  id: 'minute-of-55-seconds',
  title: 'Has minutes of 55 seconds, and says so',
  needs: { windowSeconds: 60 },
  breaks: ['limit.window-is-a-minute'],
  apply: (base) => keepQuota(base, (quota) => ({ ...quota, windowMs: (55 / 60) * quota.windowMs })),
};
