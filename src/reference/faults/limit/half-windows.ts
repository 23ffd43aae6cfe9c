import { windowOnClock } from '../../limiters/window-on-clock.ts';
import { keepQuota } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const halfWindows: Fault = {
  id: 'half-windows',
  title: 'Has windows of half the length, and says so',
  breaks: ['limit.window-is-a-minute'],
  apply: (base) =>
    keepQuota({ ...base, minuteLimiter: windowOnClock }, (quota) => ({ ...quota, windowMs: quota.windowMs / 2 })),
};
