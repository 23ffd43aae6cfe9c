import { hull, type Interval, intersection } from './interval.ts';
import type { Reading } from './reading.ts';

/** Bounds of "server clock minus ours" in milliseconds. `clocks`: Dates that contradict each other come from several. */
export interface ClockOffset extends Interval {
  readonly clocks: 'one' | 'several' | 'unknown';
}

/** Without any Date nothing is known but that no clock is years off: enough to tell a delta from a timestamp. */
export const UNKNOWN_CLOCK: ClockOffset = { from: -3e11, to: 3e11, clocks: 'unknown' };

/**
 * Date names a second in which the server was some time between sending and receipt (RFC 9110 §6.6.1).
 * Intersects all samples; where they contradict each other, the hull of them all is known and no more.
 */
export function clockOffset(...parts: readonly (readonly Reading[])[]): ClockOffset {
  let both: Interval | undefined;
  let all: Interval | undefined;
  for (const readings of parts)
    for (const reading of readings) {
      const sample = offsetOf(reading);
      if (sample === undefined) continue;
      both = all === undefined ? sample : both && intersection(both, sample);
      all = all === undefined ? sample : hull(all, sample);
    }
  if (all === undefined) return UNKNOWN_CLOCK;
  return both === undefined ? { ...all, clocks: 'several' } : { ...both, clocks: 'one' };
}

/** What one answer says of the offset. A Date that a server renews once a second may be a second old: not allowed for. */
function offsetOf({ date, sent, received }: Reading): Interval | undefined {
  return date === undefined ? undefined : { from: date * 1_000 - received, to: (date + 1) * 1_000 - sent };
}
