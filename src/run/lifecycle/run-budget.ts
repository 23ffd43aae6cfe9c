import type { Budgets } from '../../config/config.ts';
import type { CheckRequest, Prepared } from '../prepare.ts';
import { UsageError } from './refusal.ts';

/** The budgets of storecheck.yaml, and their places: `storecheck.yaml:7:32 targets.staging.budgets.requestsPerRun`. */
export interface Granted {
  readonly budgets: Budgets;
  readonly placeOf: (budget: keyof Budgets) => string;
}

/** Why a run exceeds its budgets. `--max-requests` overrides the file, and stops the run there. */
export function objectionsToCost(
  { head }: Pick<Prepared, 'head'>,
  { maxRequests }: Pick<CheckRequest, 'maxRequests'>,
  granted: Granted | undefined,
): string[] {
  if (granted === undefined) return [];
  const { budgets, placeOf } = granted;
  const { requestsPerRun } = budgets;
  const most = head.planned;
  if (requestsPerRun === undefined || maxRequests !== undefined || most <= requestsPerRun) return [];
  const advice = head.limits === undefined ? 'use --only or --max-requests N' : 'select fewer plans';
  return [
    `${placeOf('requestsPerRun')}: the budget is ${requestsPerRun} requests per run, but this run may need ${most}, confirmation attempts included. Raise it, or ${advice}`,
  ];
}

/** Throws a UsageError if the planned duration exceeds `--max-duration`, in milliseconds. */
export function checkFits(maxMs: number | undefined, plannedSeconds: number): void {
  if (maxMs === undefined || plannedSeconds * 1_000 <= maxMs) return;
  throw new UsageError([
    `--max-duration (${durationText(maxMs)}) is too short: this run takes about ${Math.ceil(plannedSeconds)} s; nothing was sent`,
  ]);
}

export function durationText(milliseconds: number): string {
  if (milliseconds < 1_000) return `${milliseconds} ms`;
  return milliseconds % 60_000 === 0 && milliseconds > 60_000
    ? `${milliseconds / 60_000} min`
    : `${milliseconds / 1_000} s`;
}
