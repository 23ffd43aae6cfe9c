import { type LimiterFactory, secondsUntil } from '../../limiters/limiter.ts';
import type { LegalVariant } from '../../variant.ts';

const oldestLeaves: LimiterFactory = ({ limit, windowMs }) => {
  const logs = new Map<string, number[]>();
  return {
    take: (key, nowMs) => {
      const log = (logs.get(key) ?? []).filter((at) => at > nowMs - windowMs);
      const admitted = log.length < limit;
      if (admitted) log.push(nowMs);
      logs.set(key, log);
      const resetAtMs = (log[0] ?? nowMs) + windowMs;
      const retryAfterSeconds = admitted ? 0 : secondsUntil(resetAtMs, nowMs);
      return { admitted, limit, remaining: limit - log.length, resetAtMs, retryAfterSeconds };
    },
  };
};

export const resetOfTheOldest: LegalVariant = {
  id: 'reset-of-the-oldest',
  title: 'Counts the requests of the last window, and names the moment at which the oldest leaves it',
  apply: (base) => ({ ...base, minuteLimiter: oldestLeaves }),
};
