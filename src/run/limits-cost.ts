import type { LimitPlan, LimitSettings } from '../exchange/index.ts';
import { costOfSetAside } from './set-aside-cost.ts';

/** Calibration twice more, two beyond the limit, two other operations, half a window later, two recoveries. */
const BESIDE_THE_LIMIT = 9;
const SECOND_KEY = 3;

/** Requests that the experiment with one plan's key costs, at most; paced windows come on top. */
export function requestsForPlan({ perMinute, secondKey }: LimitPlan, { sustainWindows }: LimitSettings): number {
  const paced = perMinute * sustainWindows;
  return perMinute + BESIDE_THE_LIMIT + (secondKey === undefined ? 0 : SECOND_KEY) + paced;
}

export function requestsForLimits(limits: LimitSettings, windowSeconds: number): number {
  const pushed = limits.plans.reduce((sum, plan) => sum + requestsForPlan(plan, limits), 0);
  return pushed + costOfSetAside(limits, windowSeconds).requests;
}

/** Seconds that the load part takes where every key is fresh: a window, its recovery, and k6 itself. */
export function secondsForLimits({ sustainWindows }: LimitSettings, windowSeconds: number): number {
  return Math.ceil(windowSeconds + 5 + (sustainWindows > 0 ? windowSeconds * (sustainWindows + 1) + 5 : 0));
}
