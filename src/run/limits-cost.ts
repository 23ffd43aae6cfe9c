import type { LimitPlan, LimitSettings } from '../exchange/records/run-record.ts';
import { type DayPlan, dayPlan } from '../k6/long-experiments.ts';

const CALIBRATIONS = 3;
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

/** 2 above the limit, 2 other operations, 1 half a window later, 1 before Reset, 2 recoveries, 1 half a window after Reset. The calibration counts towards the limit. */
const EXTRA_REQUESTS = 9;
/** 2 more calibrations with a used key, and 1 at the end of a window that is shorter than Reset says. */
const RARE_REQUESTS = 3;
const SECOND_KEY = 3;
/** A violation with another possible cause is confirmed once. */
const ATTEMPTS = 2;

/** The requests of the experiment with a plan's keys. */
export function costOfPlan(
  { perMinute, secondKey }: LimitPlan,
  { sustainWindows }: Pick<LimitSettings, 'sustainWindows'>,
) {
  const second = secondKey === undefined ? 0 : SECOND_KEY;
  /** What can refill within a window, plus 2, in two parts that are rounded up (load/lib/experiment/burst.ts). */
  const topUp = perMinute + 5;
  const attempt = perMinute + EXTRA_REQUESTS + RARE_REQUESTS + topUp;
  const paced = sustainWindows > 0 ? CALIBRATIONS + perMinute * sustainWindows : 0;
  return {
    /** With a conforming limiter. */
    usually: perMinute * (1 + sustainWindows) + EXTRA_REQUESTS + second,
    topUp,
    /** At most, of a confirmation attempt with both keys. */
    retry: attempt + second,
    /** At most, with the plan's own key, a confirmation attempt included. */
    own: ATTEMPTS * attempt + paced,
    /** The same, with the second key. */
    second: ATTEMPTS * second,
  };
}

export type LimitsCost = ReturnType<typeof costOfLimits>;

/** The cost of the load part. `isUsed`: the checks of this run used one of its keys, so it waits one window first. */
export function costOfLimits(limits: LimitSettings, windowSeconds: number, isUsed: boolean) {
  const { plans, sustainWindows, daily } = limits;
  const costs = plans.map((plan) => costOfPlan(plan, limits));
  const total = (part: keyof ReturnType<typeof costOfPlan>) => costs.reduce((sum, cost) => sum + cost[part], 0);
  // The days run in parallel.
  const days = plans.filter(({ plan }) => daily[plan] !== undefined).map((plan) => costOfDay(plan, windowSeconds));
  const most = total('own') + total('second');
  // A window, its recovery, and the start of k6.
  const paced = sustainWindows > 0 ? windowSeconds * (sustainWindows + 1) + STARTING : 0;
  const exhausting = Math.ceil((isUsed ? windowSeconds : 0) + windowSeconds + STARTING + paced);
  const seconds = exhausting + Math.max(0, ...days.map((day) => day.seconds));
  return {
    usually: total('usually'),
    topUps: total('topUp'),
    retries: total('retry'),
    /** Without the dedicated keys. */
    most,
    mostWithDays: days.reduce((sum, { requests }) => sum + requests, most),
    seconds,
    /** With a confirmation attempt: it waits a window, and a wrong Reset adds a window to each attempt. */
    longest: seconds + Math.ceil((ATTEMPTS + 2) * windowSeconds) + STARTING,
  };
}
