import { type LimiterFactory, secondsUntil } from './limiter.ts';

/** Remembers every admitted request for a window's length. */
export const slidingLog: LimiterFactory = ({ limit, windowMs }) => {
  const logs = new Map<string, number[]>();
  return {
    take: (key, nowMs, cost = 1) => {
      const log = (logs.get(key) ?? []).filter((at) => at > nowMs - windowMs);
      const admitted = log.length + cost <= limit;
      if (admitted) for (let drawn = 0; drawn < cost; drawn += 1) log.push(nowMs);
      logs.set(key, log);
      const oldest = log[Math.max(0, log.length + cost - limit - 1)] ?? nowMs;
      const retryAfterSeconds = admitted ? 0 : secondsUntil(oldest + windowMs, nowMs);
      return {
        admitted,
        limit,
        remaining: limit - log.length,
        resetAtMs: (log.at(-1) ?? nowMs) + windowMs,
        retryAfterSeconds,
      };
    },
  };
};
