import type { Head, LimitPlan, LimitSettings } from '../../exchange/index.ts';
import { INSIST_EVERY_SECONDS, INSISTED } from '../../k6/index.ts';
import { count } from '../../reporters/text/count.ts';
import { costOfDay } from '../../run/limits-cost.ts';
import type { Row } from './layout.ts';

/** The cost of `--daily` and `--ban`, whose keys are dedicated to them. */
export function dedicatedRows({ settings }: Head, { plans, refusals, daily, ban }: LimitSettings): Row[] {
  return plans.flatMap((plan) => {
    const { seconds } = costOfDay(plan, refusals, settings.windowSeconds);
    const [day, banned] = [daily[plan.plan], ban[plan.plan]];
    const cost = `exhausts its ${count(plan.perDay)} requests per day in about ${durationText(seconds)}`;
    return [
      ...(day === undefined ? [] : [['daily', `${day}: ${cost}`] as const]),
      ...(banned === undefined
        ? []
        : [['ban', `${banned}: ${INSISTED} requests after 429: THE KEY MAY BE BANNED PERMANENTLY`] as const]),
    ];
  });
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

/** `125 s`, `21 min`, `2 h 5 min`. Rounded up, a time near 2 minutes would be half as long again. */
export function durationText(seconds: number): string {
  if (seconds < 180) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
