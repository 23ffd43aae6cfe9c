import { httpDate } from './http-date.ts';

/** Bounds of "server clock minus ours", in milliseconds. */
export interface ClockOffset {
  readonly least: number;
  readonly most: number;
}

/** Without any Date header: the server's clock is taken for ours, give or take a second. */
export const NO_CLOCK: ClockOffset = { least: -1_000, most: 1_000 };

/** What one response says about the offset: its Date names a second, in which the server was some time between `sent` and `received`. */
export function offsetOf(date: string | null, sent: number, received: number): ClockOffset | null {
  const second = date === null ? null : httpDate(date);
  return second === null ? null : { least: second - received, most: second + 1_000 - sent };
}

/** Intersects; bounds that contradict each other come from several clocks, so then nothing narrower than both is known. */
export function narrow(known: ClockOffset | null, sample: ClockOffset): ClockOffset {
  if (known === null) return sample;
  const both = { least: Math.max(known.least, sample.least), most: Math.min(known.most, sample.most) };
  if (both.least < both.most) return both;
  return { least: Math.min(known.least, sample.least), most: Math.max(known.most, sample.most) };
}
