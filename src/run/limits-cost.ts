import type { LimitPlan, LimitSettings } from '../exchange/index.ts';
import { CALIBRATIONS, costOfSetAside, topUpAtMost } from './set-aside-cost.ts';

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
  return pushed + costOfSetAside(limits, windowSeconds).requests;
}

/** Seconds that the load part takes where every key is fresh: a window, its recovery, and k6 itself. */
export function secondsForLimits({ sustainWindows }: LimitSettings, windowSeconds: number): number {
  return Math.ceil(windowSeconds + 5 + (sustainWindows > 0 ? windowSeconds * (sustainWindows + 1) + 5 : 0));
}
