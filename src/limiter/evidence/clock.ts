import { type Interval, type ClockOffset as Known, narrow, offsetOf } from '../../exchange/clock-offset.ts';
import type { Reading } from './reading.ts';

export const width = ({ from, to }: Interval): number => to - from;

/** Bounds of "server clock minus ours" in milliseconds. `clocks`: contradictory Dates come from several clocks, or from one that was set. */
export interface ClockOffset extends Interval {
  readonly clocks: 'one' | 'several' | 'unknown';
}

/** Without any Date, no clock is years off: enough to distinguish a delta from a timestamp. */
export const UNKNOWN_CLOCK: ClockOffset = { from: -3e11, to: 3e11, clocks: 'unknown' };

/** Equals ours within a second. A Unix timestamp that is right by our clock is right, whatever a server without `Date` has. */
export const OUR_CLOCK: ClockOffset = { from: -1_000, to: 1_000, clocks: 'one' };

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
      const sample = sampleOf(reading);
      if (sample === undefined) continue;
      fastest = Math.min(fastest, reading.received - reading.sent);
      known = narrow(known ?? null, sample);
      late = narrow(late ?? null, { from: sample.from, to: sample.to + RENEWED });
    }
  if (!known || !late) return UNKNOWN_CLOCK;
  if (known.several !== true) return { from: known.from, to: known.to, clocks: 'one' };
  if (late.several !== true && fastest < RENEWED) return { from: late.from, to: late.to, clocks: 'one' };
  return { from: known.from, to: known.to, clocks: 'several' };
}

/** The offset that one response shows, unless the server renews its Date only once a second. */
const sampleOf = ({ date, sent, received }: Reading): Interval | undefined =>
  date === undefined ? undefined : offsetOf(date * 1_000, sent, received);
