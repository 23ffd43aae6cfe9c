import { secondsUntil } from '../../limiters/limiter.ts';
import { redecide } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

const SPAN_MS = 5000;
const SPIKE = 20;

export const spikeArrest: Fault = {
  id: 'spike-arrest',
  title: 'Refuses more than twenty requests in five seconds, far below the limit',
  breaks: ['limit.admits-plan', 'limit.remaining-zero'],
  apply: (base) => {
    const recent = new Map<string, number[]>();
    return redecide(base, (decision, { key, nowMs }) => {
      const before = (recent.get(key) ?? []).filter((at) => at > nowMs - SPAN_MS);
      const spike = decision.admitted && before.length >= SPIKE;
      recent.set(key, spike ? before : [...before, nowMs]);
      const retryAfterSeconds = secondsUntil((before[0] ?? nowMs) + SPAN_MS, nowMs);
      return spike ? { ...decision, admitted: false, retryAfterSeconds } : decision;
    });
  },
};
