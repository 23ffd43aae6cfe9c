import type { Head, LimitPlan, LimitSettings } from '../../exchange/index.ts';
import { INSIST_EVERY_SECONDS, INSISTED } from '../../k6/index.ts';
import { count } from '../../reporters/text/count.ts';
import { costOfBan, costOfDay, costOfDedicated } from '../../run/limits-cost.ts';
import type { Row } from './estimate-text.ts';

/** The cost of `--daily` and `--ban`, whose keys are dedicated to them. */
export function dedicatedRows({ settings }: Head, limits: LimitSettings): Row[] {
  const { windowSeconds } = settings;
  const rows = limits.plans.flatMap((plan) => [
    ...dailyRow(plan, limits, windowSeconds),
    ...banRow(plan, limits, windowSeconds),
  ]);
  if (rows.length === 0) return [];
  const { seconds } = costOfDedicated(limits, windowSeconds);
  return [...rows, ['', `takes about ${durationText(seconds)} more`]];
}

function dailyRow(plan: LimitPlan, { daily, refusals }: LimitSettings, windowSeconds: number): Row[] {
  const key = daily[plan.plan];
  if (key === undefined) return [];
  const { requests, seconds, refused } = costOfDay(plan, refusals, windowSeconds);
  return [
    [
      'daily',
      `${key}: exhausts its ${count(plan.perDay)} requests per day, at most ${count(requests)} requests in about ${durationText(seconds)}, up to ${refused} refusals`,
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
      `${key}: at most ${count(requests)} requests, ${INSISTED} of them after 429: THE KEY MAY BE BANNED PERMANENTLY`,
    ],
  ];
}

export function dedicatedRequests(
  plan: LimitPlan,
  { refusals, daily, ban }: LimitSettings,
  windowSeconds: number,
): string[] {
  const { requests, offered } = costOfDay(plan, refusals, windowSeconds);
  return [
    ...(daily[plan.plan] === undefined
      ? []
      : [`${daily[plan.plan]}: up to ${requests} lists at ${offered} per window, and 1 list two windows later`]),
    ...(ban[plan.plan] === undefined
      ? []
      : [
          `${ban[plan.plan]}: a burst of ${plan.perMinute} lists, up to ${INSISTED} lists after 429 (one every ${INSIST_EVERY_SECONDS} s), and 1 list after Retry-After`,
        ]),
  ];
}

/** `95 s`, `21 min`, `2 h 5 min`. */
export function durationText(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
