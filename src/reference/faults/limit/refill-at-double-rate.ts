import { tokenBucket } from '../../limiters/token-bucket.ts';
import { keepQuota } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const refillAtDoubleRate: Fault = {
  id: 'refill-at-double-rate',
  title: 'Refills its bucket at twice the rate of the plan',
  // Two looks, one second and half a window after the burst, tell it from a timer's coarse steps.
  needs: { windowSeconds: 30 },
  breaks: ['limit.refill-rate'],
  follows: ['limit.rejects-excess', 'limit.window-is-a-minute'],
  apply: (base) =>
    keepQuota({ ...base, minuteLimiter: tokenBucket }, (quota) => ({ ...quota, windowMs: quota.windowMs / 2 })),
};
