import {
  type Interval,
  type ClockOffset as Known,
  narrow,
  OUR_CLOCK as OURS,
  offsetOf,
} from '../../exchange/clock-offset.ts';
import type { Reading } from './reading.ts';

export const width = ({ from, to }: Interval): number => to - from;

/** Bounds of "server clock minus ours" in milliseconds. `clocks`: contradictory Dates come from several clocks, or from one that was set. */
export interface ClockOffset extends Interval {
  readonly clocks: 'one' | 'several' | 'unknown';
}

/** Without any Date, no clock is years off: enough to distinguish a delta from a timestamp. */
export const UNKNOWN_CLOCK: ClockOffset = { from: -3e11, to: 3e11, clocks: 'unknown' };

export const OUR_CLOCK: ClockOffset = { ...OURS, clocks: 'one' };

/** Milliseconds by which Date may be late if a timer renews it once a second, as in Bun: on a busy machine the timer is late. */
const RENEWED = 1_500;

/**
 * Intersects all samples, or takes their hull if they contradict each other.
 *
 *   renewed  at 12:00:07.6 to :07, and only at 09.0 to :09
 *   received at 07.65 with :07 ──► the clock is at most 0.65 s behind ours
 *   received at 08.95 with :07 ──► it is at least 0.95 s behind, or Date is late: only the latter explains both
 *
 * If each response takes longer than a Date can be late, a late one contradicts nothing, so there are several clocks.
 */
export function clockOffset(...parts: readonly (readonly Reading[])[]): ClockOffset {
  let [known, late]: (Known | null)[] = [null, null];
  let fastest = Infinity;
  for (const readings of parts)
    for (const reading of readings) {
      const { date, sent, received } = reading;
      if (date === undefined) continue;
      const sample = offsetOf(date, sent, received);
      fastest = Math.min(fastest, received - sent);
      known = narrow(known ?? null, sample);
      late = narrow(late ?? null, { from: sample.from, to: sample.to + RENEWED });
    }
  if (!known || !late) return UNKNOWN_CLOCK;
  if (known.several !== true) return { from: known.from, to: known.to, clocks: 'one' };
  if (late.several !== true && fastest < RENEWED) return { from: late.from, to: late.to, clocks: 'one' };
  return { from: known.from, to: known.to, clocks: 'several' };
}
