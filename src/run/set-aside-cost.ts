import type { LimitPlan, LimitSettings } from '../exchange/index.ts';
import { type DayPlan, dayPlan, INSIST_EVERY_SECONDS, INSISTED } from '../k6/index.ts';

/** Calibration three times at most. */
export const CALIBRATIONS = 3;
/** What can have come back within a window and two more, in two parts, each rounded up (load/lib/experiment/burst.ts). */
export const topUpAtMost = (perWindow: number): number => perWindow + 5;
/** Two beyond the limit, one after Retry-After. */
const BESIDE_BAN = 3;
/** k6 itself. */
const STARTING = 5;

export interface Cost {
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
export function costOfSetAside({ plans, refusals, daily, ban }: LimitSettings, windowSeconds: number): Cost {
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
