import { secondsUntil } from '../../limiters/limiter.ts';
import { keepQuota, redecide } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const windowLongerThanSaid: Fault = {
  id: 'window-longer-than-said',
  title: 'Has a window half as long again as it says',
  breaks: ['limit.retry-after-sufficient', 'limit.reset-true'],
  follows: ['limit.window-is-a-minute'],
  apply: (base) =>
    redecide(
      keepQuota(base, (quota) => ({ ...quota, windowMs: 1.5 * quota.windowMs })),
      (decision, { quota, nowMs }) => {
        const resetAtMs = decision.resetAtMs - quota.windowMs / 2;
        return { ...decision, resetAtMs, retryAfterSeconds: secondsUntil(resetAtMs, nowMs) };
      },
    ),
};
