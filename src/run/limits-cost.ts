import type { LimitPlan, LimitSettings } from '../exchange/index.ts';
import { type DayPlan, dayPlan, INSIST_EVERY_SECONDS, INSISTED } from '../k6/index.ts';

/** Calibration three times at most. */
const CALIBRATIONS = 3;
/** What can have come back within a window and two more, in two parts, each rounded up (load/lib/experiment/burst.ts). */
const topUpAtMost = (perWindow: number): number => perWindow + 5;
/** Two beyond the limit, one after Retry-After. */
const BESIDE_BAN = 3;
/** k6 itself. */
const STARTING = 5;

interface Cost {
  /** At most. */
  readonly requests: number;
  /** About. */
  readonly seconds: number;
}

/** What using up a day takes; never ends where as much comes back as the plan's rate allows. */
export function costOfDay(
  plan: LimitPlan,
  refusals: number,
  windowSeconds: number,
): Cost & Pick<DayPlan, 'offered' | 'refused'> {
  const { perMinute: perWindow, perDay } = plan;
  const { paced, seconds, offered, refused } = dayPlan({ perWindow, perDay, windowSeconds }, refusals);
  return { offered, refused, requests: CALIBRATIONS + paced + 1, seconds: Math.ceil(seconds + STARTING) };
}

export function costOfBan({ perMinute }: LimitPlan, windowSeconds: number): Cost {
  return {
    requests: CALIBRATIONS + perMinute + topUpAtMost(perMinute) + BESIDE_BAN + INSISTED,
    seconds: Math.ceil(windowSeconds + INSISTED * INSIST_EVERY_SECONDS + STARTING),
  };
}

/** All that keys were set aside for: the days run side by side, then the bans. */
export function costOfDedicated({ plans, refusals, daily, ban }: LimitSettings, windowSeconds: number): Cost {
  const days = plans
    .filter(({ plan }) => daily[plan] !== undefined)
    .map((plan) => costOfDay(plan, refusals, windowSeconds));
  const bans = plans.filter(({ plan }) => ban[plan] !== undefined).map((plan) => costOfBan(plan, windowSeconds));
  const longest = (costs: readonly Cost[]) => costs.reduce((most, { seconds }) => Math.max(most, seconds), 0);
  return {
    requests: [...days, ...bans].reduce((sum, { requests }) => sum + requests, 0),
    seconds: longest(days) + longest(bans),
  };
}

/** Two beyond the limit, two other operations, half a window later, before Reset, two recoveries; what calibrates is one of the limit's. */
const BESIDE_THE_LIMIT = 8;
/** Two calibrations more on a key that is not fresh, and a look when a window is over that ends before Reset. */
const SELDOM = 3;
const SECOND_KEY = 3;
/** Refusals that show where a limit is and what it says of itself: two beyond it, two other operations, half a window later, before Reset. */
export const REFUSED_AT_MOST = 6;
/** A violation with another possible cause is confirmed once. */
const ATTEMPTS = 2;

/** Requests that the experiment with one plan's key costs where the limiter keeps its plan; paced windows included. */
export function requestsUsually({ perMinute, secondKey }: LimitPlan, { sustainWindows }: LimitSettings): number {
  return perMinute * (1 + sustainWindows) + BESIDE_THE_LIMIT + (secondKey === undefined ? 0 : SECOND_KEY);
}

/**
 * Requests with a plan's own key at most: each attempt may find a limiter that refuses nothing, which draws a top-up of what can have come
 * back within a window (load/lib/experiment/burst.ts); paced windows come on top.
 */
export function requestsForKey({ perMinute }: LimitPlan, { sustainWindows }: LimitSettings): number {
  const paced = sustainWindows > 0 ? CALIBRATIONS + perMinute * sustainWindows : 0;
  return ATTEMPTS * (perMinute + BESIDE_THE_LIMIT + SELDOM + topUpAtMost(perMinute)) + paced;
}

/** The same with what another customer's key is put to, where there is one. */
export function requestsForPlan(plan: LimitPlan, limits: LimitSettings): number {
  return requestsForKey(plan, limits) + (plan.secondKey === undefined ? 0 : REQUESTS_FOR_SECOND_KEY);
}

export const REQUESTS_FOR_SECOND_KEY = ATTEMPTS * SECOND_KEY;

/** All that the load part of a run may send, confirmation attempts included. */
export function requestsForLimits(limits: LimitSettings, windowSeconds: number): number {
  const pushed = limits.plans.reduce((sum, plan) => sum + requestsForPlan(plan, limits), 0);
  return pushed + costOfDedicated(limits, windowSeconds).requests;
}

/** Seconds that the load part takes where every key is fresh: a window, its recovery, and k6 itself. */
export function secondsForLimits({ sustainWindows }: LimitSettings, windowSeconds: number): number {
  return Math.ceil(windowSeconds + 5 + (sustainWindows > 0 ? windowSeconds * (sustainWindows + 1) + 5 : 0));
}
