import type { Behaviour, RateValues } from './behaviour.ts';
import { problemOutcome } from './conforming/problem.ts';
import { type Decision, type Quota, secondsUntil } from './limiters/limiter.ts';
import type { Operation, Request } from './message.ts';
import type { Tally, Tier } from './server/meter.ts';

/** The caller, time and quota of a decision. */
export interface Moment {
  readonly key: string;
  readonly quota: Quota;
  readonly nowMs: number;
}

/** Changes every decision about the minute's limit. */
export const redecide = (base: Behaviour, change: (decision: Decision, moment: Moment) => Decision): Behaviour => ({
  ...base,
  minuteLimiter: (quota) => {
    const limiter = base.minuteLimiter(quota);
    return { take: (key, nowMs, cost) => change(limiter.take(key, nowMs, cost), { key, quota, nowMs }) };
  },
});

/** The limiter uses another quota, and shows it. */
export const keepQuota = (base: Behaviour, change: (quota: Quota) => Quota): Behaviour => ({
  ...base,
  minuteLimiter: (quota) => base.minuteLimiter(change(quota)),
});

/**
 * The limiter's windows are `part` as long as its responses state: the next one opens with the first request after
 * that.
 */
export const openAt = (base: Behaviour, part: number): Behaviour =>
  redecide(
    keepQuota(base, (quota) => ({ ...quota, windowMs: part * quota.windowMs })),
    (decision, { quota, nowMs }) => {
      const resetAtMs = decision.resetAtMs + (1 - part) * quota.windowMs;
      return { ...decision, resetAtMs, retryAfterSeconds: decision.admitted ? 0 : secondsUntil(resetAtMs, nowMs) };
    },
  );

/** The limiter admits another number than its responses count down from. `whenRefused`: the Remaining of a refusal. */
export const countTo = (base: Behaviour, change: (limit: number) => number, whenRefused = 0): Behaviour => ({
  ...base,
  minuteLimiter: (quota) => {
    const limiter = base.minuteLimiter({ ...quota, limit: change(quota.limit) });
    return {
      take: (key, nowMs, cost) => {
        const decision = limiter.take(key, nowMs, cost);
        const left = Math.max(0, decision.remaining + quota.limit - decision.limit);
        return { ...decision, limit: quota.limit, remaining: decision.admitted ? left : whenRefused };
      },
    };
  },
});

/** The name of the counter for a customer's request. */
export const countBy = (
  base: Behaviour,
  rename: (name: string, request: Request, tier: Tier) => string,
): Behaviour => ({
  ...base,
  counter: (request, customer) => {
    const { tier, name } = base.counter(request, customer);
    return { tier, name: rename(name, request, tier) };
  },
});

/** Admits one operation although the limit is exhausted. */
export const exempt = (base: Behaviour, operation: Operation): Behaviour => ({
  ...base,
  tooMany: (tally, request, service) =>
    request.operation === operation
      ? service.behaviour[operation](request, service)
      : base.tooMany(tally, request, service),
});

/** Another status than 429, with the same headers. */
export const refuseWith = (base: Behaviour, status: number, code: string): Behaviour => ({
  ...base,
  tooMany: (tally, request, service) => {
    const { headers } = base.tooMany(tally, request, service);
    return problemOutcome(service.behaviour, request, { status, code, message: 'Not now.', headers });
  },
});

/** The value of Retry-After, from the milliseconds until the window ends. */
export const sayWait = (base: Behaviour, say: (waitMs: number, nowMs: number) => string): Behaviour => ({
  ...base,
  tooMany: (tally, request, service) => {
    const outcome = base.tooMany(tally, request, service);
    const now = service.behaviour.now();
    const value = say(tally.governing.resetAtMs - now, now);
    return {
      ...outcome,
      headers: [...outcome.headers.filter(([name]) => name !== 'Retry-After'), ['Retry-After', value]],
    };
  },
});

/** Changes the values of the rate headers. */
export const restate = (
  base: Behaviour,
  change: (values: RateValues, tally: Tally, request: Request) => Partial<RateValues>,
): Behaviour => ({
  ...base,
  rateValues: (tally, request) => {
    const values = base.rateValues(tally, request);
    return { ...values, ...change(values, tally, request) };
  },
});

/** The Reset of a refusal. */
export const sayReset = (base: Behaviour, say: (resetAtMs: number, nowMs: number) => string): Behaviour =>
  restate(base, ({ reset }, { admitted, governing }) => ({
    reset: admitted ? reset : say(governing.resetAtMs, base.now()),
  }));
