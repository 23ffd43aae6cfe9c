import { isSendable, type Probe } from '../probes/probe.ts';
import { UsageError } from './errors.ts';
import { costOfLimits } from './limits-cost.ts';
import type { CheckRequest, Prepared } from './prepare.ts';

/** What a run costs, as far as it is known before the first request. */
export type Cost = ReturnType<typeof costOf>;

type Planned = Pick<Prepared, 'head' | 'probes'>;

/** Without confirmation attempts, and with keys that no earlier run used. */
export function costOf({ head, probes }: Planned) {
  const { settings, limits } = head;
  const { windowSeconds, perMinute } = settings;
  const always = sentAlways({ head, probes });
  // Waiting takes nearly all of the time.
  const windows = Math.floor(Math.max(0, always.length - 1) / Math.max(1, perMinute - 1));
  const pauses = always.reduce((sum, { afterMs = 0 }) => sum + afterMs, 0) / 1_000;
  const isUsed = probes.length > 0 && limits?.plans.some(({ key }) => key === settings.key) === true;
  const load = limits && costOfLimits(limits, windowSeconds, isUsed);
  const seconds = windows * windowSeconds + (load?.seconds ?? 0);
  const slow = seconds + always.length * SLOW_REQUEST + (load === undefined ? 0 : K6_BUILD / 3);
  return {
    check: { requests: always.length, windows, seconds: Math.ceil(windows * windowSeconds + pauses) },
    limits: load,
    /** At least: a service may need fewer pauses. */
    seconds,
    /** Milliseconds after which a run ends without `--max-duration`: three times what it takes with a slow service, and a minute. */
    maxMs: Math.ceil((3 * slow + 60) / 60) * 60_000,
  };
}

/** Seconds. */
const SLOW_REQUEST = 1;
/** Seconds that a build of k6 may add to a run with limits. */
const K6_BUILD = 600;

/** The requests that the conformance part always sends. A run with writes repeats some at its end. */
export function sentAlways({ head, probes }: Planned): readonly Probe[] {
  const always = probes.filter((probe) => probe.onlyIf === undefined && isSendable(probe, head.settings));
  return always.some(({ writes }) => writes) ? [...always, ...always.filter(({ atEnd }) => atEnd)] : always;
}

/** The budget of storecheck.yaml, and its place: `storecheck.yaml:7:32 targets.staging.budgets.requestsPerRun`. */
export interface Granted {
  readonly requestsPerRun: number;
  readonly place: string;
}

/** Why a run exceeds its budgets. `--max-requests` overrides the file, and stops the run there. */
export function objectionsToCost(
  { head }: Pick<Prepared, 'head'>,
  { maxRequests }: Pick<CheckRequest, 'maxRequests'>,
  granted: Granted | undefined,
): string[] {
  if (granted === undefined) return [];
  const { requestsPerRun, place } = granted;
  const most = head.planned;
  if (maxRequests !== undefined || most <= requestsPerRun) return [];
  const advice = head.limits === undefined ? 'use --only or --max-requests N' : 'select fewer plans';
  return [
    `${place}: the budget is ${requestsPerRun} requests per run, but this run may need ${most}, confirmation attempts included. Raise it, or ${advice}`,
  ];
}

/** Throws a UsageError if the planned duration exceeds `--max-duration`, in milliseconds. */
export function checkFits(maxMs: number | undefined, plannedSeconds: number): void {
  if (maxMs === undefined || plannedSeconds * 1_000 <= maxMs) return;
  throw new UsageError([
    `--max-duration (${durationText(maxMs)}) is too short: this run takes about ${Math.ceil(plannedSeconds)} s; nothing was sent`,
  ]);
}

/** `500 ms`, `125 s`, `21 min`, `2 h 5 min`. Rounded up, a time near 2 minutes would be half as long again. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1_000) return `${milliseconds} ms`;
  if (milliseconds < 180_000) return `${milliseconds / 1_000} s`;
  const minutes = Math.ceil(milliseconds / 60_000);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
