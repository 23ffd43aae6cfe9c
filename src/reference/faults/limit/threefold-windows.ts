import { keepQuota } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const threefoldWindows: Fault = {
  id: 'threefold-windows',
  title: 'Has windows of three times the length, and says so',
  breaks: ['limit.window-is-a-minute'],
  apply: (base) => keepQuota(base, (quota) => ({ ...quota, windowMs: 3 * quota.windowMs })),
};
