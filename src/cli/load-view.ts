import { inert } from '../reporters/inert.ts';
import type { Paint } from '../reporters/paint.ts';
import { bar } from './bar.ts';
import { countdown } from './progress.ts';
import type { Line } from './screen.ts';

/** What is known of one key while its limit is pushed. */
export interface KeyCount {
  admitted: number;
  refused: number;
  phase?: string | undefined;
  /** What it waits for, until when by this machine's clock. */
  waiting?: { readonly until: number; readonly reason: string };
  done: boolean;
}

export interface KeyRow extends KeyCount {
  /** E.g. `free`, `free day`. */
  readonly name: string;
  /** What the plan grants. */
  readonly of: number;
}

/** The live area while limits are pushed: for every key a bar of its limit, and beneath it what it waits for. */
export function loadLines(rows: readonly KeyRow[], paint: Paint, now: number): Line[] {
  const heading: Line = [
    `  limits    k6 pushes ${rows.length === 1 ? 'one key' : `${rows.length} keys at once`}`,
    paint.dim,
  ];
  return [heading, ...rows.flatMap((row) => keyLines(row, paint, now))];
}

function keyLines({ name, of, admitted, refused, phase, waiting, done }: KeyRow, paint: Paint, now: number): Line[] {
  const colour = done ? paint.green : paint.dim;
  const state = done ? 'done' : inert(phase ?? 'starting');
  const line: Line = [
    `  ${inert(name).padEnd(10)}${bar(admitted, of)}  ${admitted} of ${of} admitted, ${refused} refused · ${state}`,
    colour,
  ];
  if (done || waiting === undefined || waiting.until < now) return [line];
  return [line, [`            ${countdown(waiting, now)}`, paint.yellow]];
}
