import { type LimiterFactory, secondsUntil } from '../../limiters/limiter.ts';
import type { LegalVariant } from '../../variant.ts';

const STEP_MS = 500;

/** A bucket that a timer fills, as Envoy's does, and not each request. */
const stepBucket: LimiterFactory = ({ limit, windowMs }) => {
  const buckets = new Map<string, { tokens: number; step: number }>();
  const perStep = (limit * STEP_MS) / windowMs;
  return {
    take: (key, nowMs) => {
      const step = Math.floor(nowMs / STEP_MS);
      const bucket = buckets.get(key) ?? { tokens: limit, step };
      const filled = Math.min(limit, bucket.tokens + (step - bucket.step) * perStep);
      const admitted = filled >= 1;
      const tokens = admitted ? filled - 1 : filled;
      buckets.set(key, { tokens, step });
      const stepsUntil = (wanted: number) => (step + Math.ceil((wanted - tokens) / perStep)) * STEP_MS;
      return {
        admitted,
        limit,
        remaining: Math.floor(tokens),
        resetAtMs: stepsUntil(limit),
        retryAfterSeconds: admitted ? 0 : secondsUntil(stepsUntil(1), nowMs),
      };
    },
  };
};

export const refillInSteps: LegalVariant = {
  id: 'refill-in-steps',
  title: 'Refills a bucket of tokens twice a second',
  apply: (base) => ({ ...base, minuteLimiter: stepBucket }),
};
