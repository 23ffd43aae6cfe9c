import { attemptsWithin } from '../../client/ready.ts';
import { UsageError } from './refusal.ts';

/** How long a job may take, in milliseconds; undefined: as long as it needs. */
export interface Bounds {
  /** To wait for the service before the run. */
  readonly waitMs?: number | undefined;
  /** In all, that wait included. */
  readonly maxMs?: number | undefined;
}

/** Requests that the wait costs, at most. */
export function requestsToWait({ waitMs }: Bounds): number {
  return waitMs === undefined ? 0 : attemptsWithin(waitMs);
}

/** Throws a UsageError if the job takes longer than it may: nothing is sent then. */
export function checkFits({ maxMs }: Bounds, plannedSeconds: number): void {
  if (maxMs === undefined || plannedSeconds * 1_000 <= maxMs) return;
  throw new UsageError([
    `--max-duration: ${durationText(maxMs)} are too short: as planned it takes about ${Math.ceil(plannedSeconds)} s; nothing was sent`,
  ]);
}

export function durationText(milliseconds: number): string {
  if (milliseconds < 1_000) return `${milliseconds} ms`;
  return milliseconds % 60_000 === 0 && milliseconds > 60_000
    ? `${milliseconds / 60_000} min`
    : `${milliseconds / 1_000} s`;
}
