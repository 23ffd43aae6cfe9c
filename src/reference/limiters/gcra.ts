import { type LimiterFactory, secondsUntil } from './limiter.ts';

/** Generic cell rate algorithm: one theoretical arrival time per key, with a burst of `limit`. */
export const gcra: LimiterFactory = ({ limit, windowMs }) => {
  const arrivals = new Map<string, number>();
  const interval = windowMs / limit;
  return {
    take: (key, nowMs, cost = 1) => {
      const arrival = Math.max(arrivals.get(key) ?? nowMs, nowMs);
      const next = arrival + cost * interval;
      const allowedAt = next - windowMs;
      const admitted = nowMs + 1e-3 >= allowedAt;
      const kept = admitted ? next : arrival;
      arrivals.set(key, kept);
      return {
        admitted,
        limit,
        remaining: Math.max(0, Math.floor((nowMs + windowMs - kept) / interval + 1e-6)),
        resetAtMs: kept,
        retryAfterSeconds: admitted ? 0 : secondsUntil(allowedAt, nowMs),
      };
    },
  };
};
