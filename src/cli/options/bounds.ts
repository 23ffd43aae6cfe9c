import type { Command } from 'commander';
import { attemptsWithin } from '../../client/ready.ts';
import { milliseconds } from '../../config/units.ts';
import { type Problems, UsageError } from '../console/problems.ts';
import type { Row } from '../preview/bill-text.ts';

export interface BoundOptions {
  readonly waitForReady?: string;
  readonly maxDuration?: string;
}

/** How long a command may take, in milliseconds; undefined: as long as it needs. */
export interface Bounds {
  /** To wait for the service before the run. */
  readonly waitMs?: number | undefined;
  /** In all, that wait included. */
  readonly maxMs?: number | undefined;
}

export function withBoundOptions(command: Command): Command {
  return command
    .option('--wait-for-ready <duration>', 'first wait so long for the service to answer anything but 5xx, e.g. 60s')
    .option('--max-duration <duration>', 'end after so long, e.g. 10m: what was recorded is judged, and is incomplete');
}

/** Reads both options; every problem is added, none thrown. */
export function readBounds({ waitForReady, maxDuration }: BoundOptions, problems: Problems): Bounds {
  const waitMs = waitForReady === undefined ? undefined : duration(waitForReady, '--wait-for-ready', problems);
  const maxMs = maxDuration === undefined ? undefined : duration(maxDuration, '--max-duration', problems);
  if (waitMs !== undefined && maxMs !== undefined && waitMs >= maxMs)
    problems.add(
      `--wait-for-ready: ${inWords(waitMs)} leave nothing of --max-duration (${inWords(maxMs)}); it includes the wait`,
    );
  return { waitMs, maxMs };
}

/** Milliseconds of `500ms`, `60s`, `2m`, `1h` or a number of seconds, as in storecheck.yaml; above 0 and up to a day. */
function duration(text: string, option: string, problems: Problems): number {
  const value = /^\d{1,9}(\.\d{1,3})? ?(ms|s|m|h)?$/.test(text) ? milliseconds(text) : Number.NaN;
  if (!(value > 0 && value <= 86_400_000))
    problems.add(
      `${option}: ${JSON.stringify(text)} is not a duration above 0 and up to a day, e.g. 500ms, 60s, 2m, 1h`,
    );
  return value;
}

/** Requests that the wait costs, at most. */
export function requestsToWait({ waitMs }: Bounds): number {
  return waitMs === undefined ? 0 : attemptsWithin(waitMs);
}

/** The rows of a bill. */
export function boundRows(bounds: Bounds): Row[] {
  const { waitMs, maxMs } = bounds;
  const wait = `up to ${inWords(waitMs ?? 0)} until the service answers anything but 5xx, with at most ${requestsToWait(bounds)} requests without a key`;
  return [
    ...(waitMs === undefined ? [] : [['waits', wait] as const]),
    ...(maxMs === undefined ? [] : [['ends', `after ${inWords(maxMs)} at the latest (--max-duration)`] as const]),
  ];
}

/** Throws a UsageError where the work takes longer than it may: nothing is sent then. */
export function checkFits({ maxMs }: Bounds, plannedSeconds: number): void {
  if (maxMs === undefined || plannedSeconds * 1_000 <= maxMs) return;
  throw new UsageError([
    `--max-duration: ${inWords(maxMs)} are too short: as planned it takes about ${Math.ceil(plannedSeconds)} s; nothing was sent`,
  ]);
}

function inWords(milliseconds: number): string {
  if (milliseconds < 1_000) return `${milliseconds} ms`;
  return milliseconds % 60_000 === 0 && milliseconds > 60_000
    ? `${milliseconds / 60_000} min`
    : `${milliseconds / 1_000} s`;
}
