import { type LimiterFactory, secondsUntil } from './limiter.ts';

/** A bucket of `limit` tokens that refills evenly, `limit` tokens a window. */
export const tokenBucket: LimiterFactory = ({ limit, windowMs }) => {
  const buckets = new Map<string, { tokens: number; at: number }>();
  const perMs = limit / windowMs;
  return {
    take: (key, nowMs, cost = 1) => {
      const bucket = buckets.get(key) ?? { tokens: limit, at: nowMs };
      const filled = Math.min(limit, bucket.tokens + Math.max(0, nowMs - bucket.at) * perMs);
      // A sum of fractions may miss a whole token by a rounding error, and Retry-After promised that token.
      const admitted = filled + 1e-6 >= cost;
      const tokens = Math.max(0, admitted ? filled - cost : filled);
      buckets.set(key, { tokens, at: nowMs });
      return {
        admitted,
        limit,
        remaining: Math.floor(tokens + 1e-6),
        resetAtMs: nowMs + (limit - tokens) / perMs,
        retryAfterSeconds: admitted ? 0 : secondsUntil(nowMs + (cost - tokens) / perMs, nowMs),
      };
    },
  };
};

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
