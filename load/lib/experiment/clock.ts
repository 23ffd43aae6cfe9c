import { parseHttpDate } from '../../../src/exchange/http-date.ts';

interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** Bounds of "server clock minus ours", in milliseconds. */
export interface ClockOffset extends Bounds {
  /** Holds every sample. */
  readonly all?: Bounds;
  /** Samples contradicted each other: only the range that contains all of them is known. */
  readonly several?: true;
}

/** Without any Date header: the server's clock equals ours within a second. */
export const NO_CLOCK: ClockOffset = { least: -1_000, most: 1_000 };

/** The offset that one response shows: its Date is a second in which the server was between `sent` and `received`. */
export function offsetOf(date: string | null, sent: number, received: number): ClockOffset | null {
  const second = parseHttpDate(date ?? '');
  return second === undefined ? null : { least: second - received, most: second + 1_000 - sent };
}

/** Intersects the samples as long as they agree, as those of one clock do. */
export function narrow(known: ClockOffset | null, sample: ClockOffset): ClockOffset {
  if (known === null) return sample;
  const before = known.all ?? known;
  const all = { least: Math.min(before.least, sample.least), most: Math.max(before.most, sample.most) };
  const both = { least: Math.max(known.least, sample.least), most: Math.min(known.most, sample.most) };
  if (known.several === true || both.least >= both.most) return { ...all, all, several: true };
  return { ...both, all };
}
