import { type LimiterFactory, secondsUntil } from '../../limiters/limiter.ts';
import type { LegalVariant } from '../../variant.ts';

/** A log of all requests of the last window, refused ones too. */
const countingRefusals: LimiterFactory = ({ limit, windowMs }) => {
  const logs = new Map<string, number[]>();
  return {
    take: (key, nowMs) => {
      const log = (logs.get(key) ?? []).filter((at) => at > nowMs - windowMs);
      const admitted = log.length < limit;
      log.push(nowMs);
      logs.set(key, log);
      const freeAt = (log.at(-limit) ?? nowMs) + windowMs;
      const retryAfterSeconds = admitted ? 0 : secondsUntil(freeAt, nowMs);
      return {
        admitted,
        limit,
        remaining: Math.max(0, limit - log.length),
        resetAtMs: nowMs + windowMs,
        retryAfterSeconds,
      };
    },
  };
};

export const refusalsCounted: LegalVariant = {
  id: 'refusals-counted',
  title: 'Counts refused requests too, and says so',
  apply: (base) => ({ ...base, minuteLimiter: countingRefusals }),
};
