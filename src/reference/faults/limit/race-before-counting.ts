import type { LimiterFactory } from '../../limiters/limiter.ts';
import { secondsUntil } from '../../limiters/limiter.ts';
import type { Fault } from '../../variant.ts';

const STORE_MS = 300;

interface Window {
  readonly start: number;
  readonly admittedAt: number[];
}

const racing: LimiterFactory = ({ limit, windowMs }) => {
  const windows = new Map<string, Window>();
  return {
    take: (key, nowMs) => {
      const open = windows.get(key);
      const window = open !== undefined && nowMs < open.start + windowMs ? open : { start: nowMs, admittedAt: [] };
      windows.set(key, window);
      const counted = window.admittedAt.filter((at) => at <= nowMs - STORE_MS).length;
      const admitted = counted < limit;
      if (admitted) window.admittedAt.push(nowMs);
      const resetAtMs = window.start + windowMs;
      const remaining = Math.max(0, limit - counted - (admitted ? 1 : 0));
      return { admitted, limit, remaining, resetAtMs, retryAfterSeconds: secondsUntil(resetAtMs, nowMs) };
    },
  };
};

export const raceBeforeCounting: Fault = {
  id: 'race-before-counting',
  title: 'Looks at the count, and adds to it 300 ms later',
  breaks: ['limit.rejects-excess'],
  apply: (base) => ({ ...base, minuteLimiter: racing }),
};
