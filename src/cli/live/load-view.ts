import { inert } from '../../reporters/text/inert.ts';
import type { Paint } from '../../reporters/text/paint.ts';
import { bar } from './bar.ts';
import { countdown, type Waiting } from './progress.ts';
import type { Line } from './screen.ts';

/** What is known of one key while its limit is pushed. */
export interface KeyCount {
  admitted: number;
  /** Admitted once the limit was to be back: in a new window. */
  later: number;
  refused: number;
  phase?: string | undefined;
  waiting?: Waiting;
  done: boolean;
}

export interface KeyRow extends KeyCount {
  /** E.g. `free`, `free day`. */
  readonly name: string;
  /** What the plan grants. */
  readonly of: number;
}

/** The live area while limits are pushed: for every key a bar of its limit, and beneath it what it waits for. */
export function loadLines(rows: readonly KeyRow[], paint: Paint, now: number, width: number): Line[] {
  const heading: Line = [
    `  limits    k6 pushes ${rows.length === 1 ? 'one key' : `${rows.length} keys at once`}`,
    paint.dim,
  ];
  return [heading, ...rows.flatMap((row) => keyLines(row, paint, now, width))];
}

/** More than the plan grants are no breach by themselves: a bucket refills meanwhile. */
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
