import { inert } from '../../reporters/text/inert.ts';
import type { Paint } from '../../reporters/text/paint.ts';
import { bar } from './bar.ts';
import { countdown, type Waiting } from './progress.ts';
import type { Line } from './screen.ts';

/** The live counts of one key. */
export interface KeyCount {
  admitted: number;
  /** Requests admitted in a later window. */
  later: number;
  refused: number;
  phase?: string | undefined;
  waiting?: Waiting;
  done: boolean;
}

export interface KeyRow extends KeyCount {
  /** E.g. `free`, `free day`. */
  readonly name: string;
  /** The limit of the plan. */
  readonly of: number;
}

/** The live area of the limit experiments: for each key a progress bar and its current wait. */
export function loadLines(rows: readonly KeyRow[], paint: Paint, now: number, width: number): Line[] {
  const heading: Line = [
    `  limits    k6 exhausts ${rows.length === 1 ? '1 key' : `${rows.length} keys in parallel`}`,
    paint.dim,
  ];
  return [heading, ...rows.flatMap((row) => keyLines(row, paint, now, width))];
}

/** More than the limit is not a violation by itself: a bucket refills meanwhile. */
function counted({ admitted, of, later }: KeyRow): string {
  const first = admitted <= of ? `${admitted} of ${of} admitted` : `${admitted} admitted, limit ${of}`;
  return later === 0 ? first : `${first}, ${later} later`;
}

function keyLines(row: KeyRow, paint: Paint, now: number, width: number): Line[] {
  const { name, of, admitted, refused, phase, waiting, done } = row;
  const colour = done ? paint.green : paint.dim;
  const state = done ? 'done' : inert(phase ?? 'starting');
  const line: Line = [
    `  ${inert(name).padEnd(10)}${bar(admitted, of)}  ${counted(row)}, ${refused} refused · ${state}`,
    colour,
  ];
  if (done || waiting === undefined || waiting.until < now) return [line];
  return [line, ...countdown(waiting, now, width, paint)];
}
