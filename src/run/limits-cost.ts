import type { LimitPlan, LimitSettings } from '../exchange/records/run-record.ts';
import { type DayPlan, dayPlan } from '../k6/long-experiments.ts';

const CALIBRATIONS = 3;
/** Requests that can refill within a window, plus 2, in two parts that are rounded up (load/lib/experiment/burst.ts). */
export const topUpAtMost = (perWindow: number): number => perWindow + 5;
/** Seconds to start k6. */
const STARTING = 5;

interface Cost {
  /** At most. */
  readonly requests: number;
  /** About. */
  readonly seconds: number;
}

/** The cost of exhausting a day. Infinite if quota refills as fast as the plan's rate. */
export function costOfDay(
  { perMinute: perWindow, perDay }: LimitPlan,
  windowSeconds: number,
): Cost & Pick<DayPlan, 'offered'> {
  const { paced, seconds, offered } = dayPlan({ perWindow, perDay, windowSeconds });
  return { offered, requests: CALIBRATIONS + paced + 1, seconds: Math.ceil(seconds + STARTING) };
}

/** The cost of all dedicated keys, which run in parallel. */
export function costOfDedicated({ plans, daily }: LimitSettings, windowSeconds: number): Cost {
  const days = plans.filter(({ plan }) => daily[plan] !== undefined).map((plan) => costOfDay(plan, windowSeconds));
  return {
    requests: days.reduce((sum, { requests }) => sum + requests, 0),
    seconds: Math.max(0, ...days.map(({ seconds }) => seconds)),
  };
}

/** 2 above the limit, 2 other operations, 1 half a window later, 1 before Reset, 2 recoveries, 1 half a window after Reset. The calibration counts towards the limit. */
const EXTRA_REQUESTS = 9;
/** 2 more calibrations with a used key, and 1 at the end of a window that is shorter than Reset says. */
const RARE_REQUESTS = 3;
const SECOND_KEY = 3;
/** A violation with another possible cause is confirmed once. */
const ATTEMPTS = 2;

/** Requests of the experiment with one plan's key and a conforming limiter, paced windows included. */
export function requestsUsually({ perMinute, secondKey }: LimitPlan, { sustainWindows }: LimitSettings): number {
  return perMinute * (1 + sustainWindows) + EXTRA_REQUESTS + (secondKey === undefined ? 0 : SECOND_KEY);
}

/** Maximum requests of an attempt with a plan's own key: it may need a top-up (load/lib/experiment/burst.ts). */
const attemptAtMost = (perWindow: number): number =>
  perWindow + EXTRA_REQUESTS + RARE_REQUESTS + topUpAtMost(perWindow);

/** Maximum requests of a confirmation attempt, with both keys of a plan. */
export const requestsToConfirm = ({ perMinute, secondKey }: LimitPlan): number =>
  attemptAtMost(perMinute) + (secondKey === undefined ? 0 : SECOND_KEY);

/** Maximum requests with a plan's own key. Paced windows are extra. */
export function requestsForKey({ perMinute }: LimitPlan, { sustainWindows }: LimitSettings): number {
  const paced = sustainWindows > 0 ? CALIBRATIONS + perMinute * sustainWindows : 0;
  return ATTEMPTS * attemptAtMost(perMinute) + paced;
}

/** The same, including the second key if there is one. */
export function requestsForPlan(plan: LimitPlan, limits: LimitSettings): number {
  return requestsForKey(plan, limits) + (plan.secondKey === undefined ? 0 : REQUESTS_FOR_SECOND_KEY);
}

export const REQUESTS_FOR_SECOND_KEY = ATTEMPTS * SECOND_KEY;

/** Maximum requests of the load part, confirmation attempts included. */
export function requestsForLimits(limits: LimitSettings, windowSeconds: number): number {
  const exhausted = limits.plans.reduce((sum, plan) => sum + requestsForPlan(plan, limits), 0);
  return exhausted + costOfDedicated(limits, windowSeconds).requests;
}

/** Maximum requests of top-ups, in the first attempt of every plan. */
export const requestsWithoutRefusal = ({ plans }: LimitSettings): number =>
  plans.reduce((sum, { perMinute }) => sum + topUpAtMost(perMinute), 0);

/**
 * Duration of the load part in seconds: a window, its recovery, and the start of k6. With fresh keys, or with one that the checks of this
 * run used: it waits one window first.
 */
export function secondsForLimits({ sustainWindows }: LimitSettings, windowSeconds: number, isUsed: boolean): number {
  const paced = sustainWindows > 0 ? windowSeconds * (sustainWindows + 1) + 5 : 0;
  return Math.ceil((isUsed ? windowSeconds : 0) + windowSeconds + 5 + paced);
}

/** Further seconds if a violation needs a confirmation attempt: it waits a window, and a wrong Reset adds a window to each attempt. */
export const secondsForConfirmation = (windowSeconds: number): number =>
  Math.ceil((ATTEMPTS + 2) * windowSeconds) + STARTING;
