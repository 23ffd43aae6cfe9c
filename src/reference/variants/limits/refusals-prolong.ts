import { redecide } from '../../requota.ts';
import type { LegalVariant } from '../../variant.ts';

export const refusalsProlong: LegalVariant = {
  id: 'refusals-prolong',
  title: 'Begins the wait anew with each refused request, and says so',
  apply: (base) => {
    const blocked = new Map<string, number>();
    return redecide(base, (decision, { key, quota, nowMs }) => {
      if (decision.admitted && nowMs >= (blocked.get(key) ?? 0)) return decision;
      const resetAtMs = nowMs + quota.windowMs;
      blocked.set(key, resetAtMs);
      const retryAfterSeconds = Math.ceil(quota.windowMs / 1000);
      return { ...decision, admitted: false, remaining: 0, resetAtMs, retryAfterSeconds };
    });
  },
};
