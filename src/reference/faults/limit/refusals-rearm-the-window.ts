import { secondsUntil } from '../../limiters/limiter.ts';
import { redecide } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const refusalsRearmTheWindow: Fault = {
  id: 'refusals-rearm-the-window',
  title: 'Begins the window anew with each refused request, and does not say so',
  breaks: ['limit.retry-after-sufficient', 'limit.reset-true'],
  follows: ['limit.window-is-a-minute'],
  apply: (base) => {
    const blocked = new Map<string, { readonly until: number; readonly said: number }>();
    return redecide(base, (decision, { key, quota, nowMs }) => {
      const block = blocked.get(key);
      const open = block !== undefined && nowMs < block.until;
      if (decision.admitted && !open) return decision;
      const said = open ? block.said : decision.resetAtMs;
      blocked.set(key, { until: nowMs + quota.windowMs, said });
      return {
        ...decision,
        admitted: false,
        remaining: 0,
        resetAtMs: said,
        retryAfterSeconds: secondsUntil(said, nowMs),
      };
    });
  },
};
