import { type LimiterFactory, secondsUntil } from '../limiters/limiter.ts';
import { slidingCounter } from '../limiters/sliding-counter.ts';
import { tokenBucket } from '../limiters/token-bucket.ts';
import { redecide, sayWait } from '../requota.ts';
import { legalVariants } from '../variant.ts';

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

/** Choices of a limiter that are seen only if a quota is exhausted. */
export const exhaustionVariants = legalVariants({
  /** Stands here so that the server without any change is run against the limit experiment too. */
  'window-from-first': {
    title: 'Has windows that begin with the first request of a key',
    apply: (base) => base,
  },
  'window-two-cells': {
    title: 'Counts in cells of one window, the last one weighted, and names the moment at which both have left',
    apply: (base) => ({ ...base, minuteLimiter: slidingCounter(1) }),
  },
  'reset-of-the-oldest': {
    title: 'Counts the requests of the last window, and names the moment at which the oldest leaves it',
    apply: (base) => ({ ...base, minuteLimiter: oldestLeaves }),
  },
  'refill-in-steps': {
    title: 'Refills a bucket of tokens twice a second',
    apply: (base) => ({ ...base, minuteLimiter: stepBucket }),
  },
  'refusals-prolong': {
    title: 'Begins the wait anew with each refused request, and says so',
    apply: (base) => {
      const blocked = new Map<string, number>();
      return redecide(base, (decision, { key, quota, nowMs }) => {
        if (decision.admitted && nowMs >= (blocked.get(key) ?? 0)) return decision;
        const resetAtMs = nowMs + quota.windowMs;
        blocked.set(key, resetAtMs);
        const retryAfterSeconds = Math.ceil(quota.windowMs / 1000);
        return { ...decision, admitted: false, remaining: 0, resetAtMs, retryAfterSeconds };
      });
    },
  },
  'refusals-counted': {
    title: 'Counts refused requests too, and says so',
    apply: (base) => ({ ...base, minuteLimiter: countingRefusals }),
  },
  'retry-after-as-date': {
    title: 'Writes Retry-After as an HTTP-date',
    apply: (base) =>
      sayWait(base, (waitMs, nowMs) => new Date(Math.ceil((nowMs + waitMs) / 1000) * 1000).toUTCString()),
  },
  'retry-after-padded': {
    title: 'Adds a second to every Retry-After',
    apply: (base) => sayWait(base, (waitMs) => String(Math.ceil(waitMs / 1000) + 1)),
  },
  'retry-after-until-full': {
    title: 'Refills a bucket, and asks to wait until it is full',
    apply: (base) => sayWait({ ...base, minuteLimiter: tokenBucket }, (waitMs) => String(Math.ceil(waitMs / 1000))),
  },
  'two-clocks': {
    title: 'Answers from two nodes that share the counter, and whose clocks are three seconds apart',
    apply: (base) => {
      let answers = 0;
      return {
        ...base,
        dateHeaders: (nowMs) => {
          answers += 1;
          return base.dateHeaders(nowMs + (answers % 2) * 3000);
        },
      };
    },
  },
});
