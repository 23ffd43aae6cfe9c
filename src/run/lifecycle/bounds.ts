import { attemptsWithin } from '../../client/ready.ts';
import { UsageError } from './refusal.ts';

/** Time limits of a job in milliseconds; undefined: none. */
export interface Bounds {
  /** The wait for the service before the run. */
  readonly waitMs?: number | undefined;
  /** The whole job, including the wait. */
  readonly maxMs?: number | undefined;
}

/** Maximum requests of the wait. */
export function requestsToWait({ waitMs }: Bounds): number {
  return waitMs === undefined ? 0 : attemptsWithin(waitMs);
}

/** Throws a UsageError if the planned duration exceeds the limit. */
export function checkFits({ maxMs }: Bounds, plannedSeconds: number): void {
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
