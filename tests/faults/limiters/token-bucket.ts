import { type LimiterFactory, perKey } from '../../../src/reference/limiter.ts';

/** A bucket of `limit` tokens that refills evenly, `limit` tokens a window. Reset counts the whole tokens. */
export const tokenBucket: LimiterFactory = perKey(({ limit, windowMs }) => {
  const perMs = limit / windowMs;
  return {
    start: (nowMs) => ({ tokens: limit, at: nowMs }),
    take: (bucket, nowMs, cost) => {
      const filled = Math.min(limit, bucket.tokens + Math.max(0, nowMs - bucket.at) * perMs);
      // A sum of fractions may miss a whole token by a rounding error, and Retry-After promised that token.
      const admitted = filled + 1e-6 >= cost;
      const tokens = Math.max(0, admitted ? filled - cost : filled);
      Object.assign(bucket, { tokens, at: nowMs });
      return {
        admitted,
        remaining: Math.floor(tokens + 1e-6),
        resetAtMs: nowMs + (limit - Math.floor(tokens + 1e-6)) / perMs,
        freeAtMs: nowMs + (cost - tokens) / perMs,
      };
    },
  };
});

/**
 * A bucket of `limit` tokens that a timer refills every `stepIn` milliseconds, from the first request on or on the clock. Reset is the
 * moment at which it is full, or the next step.
 */
export const bucketInPortions = (
  stepIn: (windowMs: number) => number,
  isOnClock = false,
  resetOf: 'full' | 'step' = 'full',
): LimiterFactory =>
  perKey(({ limit, windowMs }) => {
    const stepMs = stepIn(windowMs);
    const portion = (limit * stepMs) / windowMs;
    return {
      start: (nowMs) => ({ tokens: limit, at: isOnClock ? nowMs - (nowMs % stepMs) : nowMs }),
      take: (bucket, nowMs, cost) => {
        const steps = Math.max(0, Math.floor((nowMs - bucket.at) / stepMs));
        const filled = Math.min(limit, bucket.tokens + steps * portion);
        const at = bucket.at + steps * stepMs;
        const admitted = filled >= cost;
        const tokens = admitted ? filled - cost : filled;
        Object.assign(bucket, { tokens, at });
        // The next token may need several steps.
        const missing = resetOf === 'step' ? 1 - (tokens % 1) : limit - tokens;
        return {
          admitted,
          remaining: Math.floor(tokens),
          resetAtMs: at + Math.ceil(missing / portion) * stepMs,
          freeAtMs: at + Math.ceil((cost - tokens) / portion) * stepMs,
        };
      },
    };
  });

/** Generic cell rate algorithm: one theoretical arrival time per key, with a burst of `limit`. */
export const gcra: LimiterFactory = perKey(({ limit, windowMs }) => {
  const interval = windowMs / limit;
  return {
    start: (nowMs) => ({ arrival: nowMs }),
    take: (state, nowMs, cost) => {
      const arrival = Math.max(state.arrival, nowMs);
      const next = arrival + cost * interval;
      const freeAtMs = next - windowMs;
      const admitted = nowMs + 1e-3 >= freeAtMs;
      const kept = admitted ? next : arrival;
      state.arrival = kept;
      const remaining = Math.max(0, Math.floor((nowMs + windowMs - kept) / interval + 1e-6));
      return { admitted, remaining, resetAtMs: kept, freeAtMs };
    },
  };
});
