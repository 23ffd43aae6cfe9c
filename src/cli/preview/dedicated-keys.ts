import type { Head, LimitPlan, LimitSettings } from '../../exchange/records/run-record.ts';
import { count } from '../../reporters/text/count.ts';
import { costOfDay } from '../../run/limits-cost.ts';
import type { Row } from './layout.ts';

/** The cost of `--daily`, whose keys are dedicated to it. */
export function dedicatedRows({ settings }: Head, { plans, daily }: LimitSettings): Row[] {
  return plans.flatMap((plan): Row[] => {
    const key = daily[plan.plan];
    if (key === undefined) return [];
    const { seconds } = costOfDay(plan, settings.windowSeconds);
    return [['daily', `${key}: exhausts its ${count(plan.perDay)} requests per day in about ${durationText(seconds)}`]];
  });
}

export function dedicatedRequests(plan: LimitPlan, { daily }: LimitSettings, windowSeconds: number): string[] {
  const key = daily[plan.plan];
  if (key === undefined) return [];
  const { requests, offered } = costOfDay(plan, windowSeconds);
  return [`${key}: up to ${requests} lists at ${offered} per window, and 1 list two windows later`];
}

/** `125 s`, `21 min`, `2 h 5 min`. Rounded up, a time near 2 minutes would be half as long again. */
export function durationText(seconds: number): string {
  if (seconds < 180) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
