import { redecide } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const neverComesBack: Fault = {
  id: 'never-comes-back',
  title: 'Blocks a key for ever once it was refused (a counter without expiry)',
  breaks: ['limit.retry-after-sufficient', 'limit.reset-true'],
  follows: ['limit.window-is-a-minute'],
  apply: (base) => {
    const blocked = new Map<string, number>();
    return redecide(base, (decision, { key, nowMs }) => {
      const resetAtMs = blocked.get(key) ?? decision.resetAtMs;
      if (decision.admitted && !blocked.has(key)) return decision;
      blocked.set(key, resetAtMs);
      const retryAfterSeconds = Math.max(0, Math.ceil((resetAtMs - nowMs) / 1000));
      return { ...decision, admitted: false, remaining: 0, resetAtMs, retryAfterSeconds };
    });
  },
};
