import type { Head, LimitPlan, LimitSettings } from '../../exchange/index.ts';
import { INSIST_EVERY_SECONDS, INSISTED } from '../../k6/index.ts';
import { costOfBan, costOfDay, costOfSetAside } from '../../run/limits-cost.ts';
import type { Row } from './bill-text.ts';

/** What becomes of the keys that were set aside, and how long that takes; `perWindow` reads like `a minute`. */
export function setAsideBill({ settings }: Head, limits: LimitSettings, perWindow: string): Row[] {
  const { windowSeconds } = settings;
  const rows = [
    ...limits.plans.flatMap((plan) => dailyRow(plan, limits, windowSeconds, perWindow)),
    ...limits.plans.flatMap((plan) => banRow(plan, limits, windowSeconds)),
  ];
  if (rows.length === 0) return [];
  const { seconds } = costOfSetAside(limits, windowSeconds);
  return [...rows, ['takes', `about ${lasting(seconds)} more: the days side by side, then the bans`]];
}

function dailyRow(
  plan: LimitPlan,
  { daily, refusals }: LimitSettings,
  windowSeconds: number,
  perWindow: string,
): Row[] {
  const key = daily[plan.plan];
  if (key === undefined) return [];
  const { requests, seconds, offered, refused } = costOfDay(plan, refusals, windowSeconds);
  return [
    [
      'daily',
      `${key}: its ${plan.perDay} requests of the day are used up, at ${offered} ${perWindow}, with at most ${requests} requests in about ${lasting(seconds)}; up to ${refused} refusals; the key is of no more use until its day is over`,
    ],
  ];
}

function banRow(plan: LimitPlan, { ban }: LimitSettings, windowSeconds: number): Row[] {
  const key = ban[plan.plan];
  if (key === undefined) return [];
  const { requests } = costOfBan(plan, windowSeconds);
  return [
    [
      'ban',
      `${key}: after 429, up to ${INSISTED} more requests, one every ${INSIST_EVERY_SECONDS} s (at most ${requests} in all): THE KEY MAY BE BANNED, FOR GOOD`,
    ],
  ];
}

/** The requests of one plan's experiments with keys that are set aside. */
export function setAsidePlan(
  plan: LimitPlan,
  { refusals, daily, ban }: LimitSettings,
  windowSeconds: number,
): string[] {
  const { requests } = costOfDay(plan, refusals, windowSeconds);
  return [
    ...(daily[plan.plan] === undefined
      ? []
      : [`with ${daily[plan.plan]} up to ${requests} lists just below the plan's rate, 1 list two windows later`]),
    ...(ban[plan.plan] === undefined
      ? []
      : [
          `with ${ban[plan.plan]} a burst up to ${plan.perMinute}, then up to ${INSISTED} lists in spite of 429, 1 list when Retry-After is over`,
        ]),
  ];
}

/** `95 s`, `21 min`, `2 h 5 min`. */
function lasting(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
