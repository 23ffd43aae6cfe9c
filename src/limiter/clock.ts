import { parseHttpDate } from '../exchange/http-date.ts';
import { HEADERS } from '../spec/headers.ts';
import { hull, type Interval, intersection } from './interval.ts';
import { headerOf, isStored, type Reading } from './reading.ts';

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
export function clockOffset(readings: readonly Reading[]): ClockOffset {
  let both: Interval | undefined;
  let all: Interval | undefined;
  const second = dates();
  for (const reading of readings) {
    const sample = offsetOf(reading, second);
    if (sample === undefined) continue;
    both = all === undefined ? sample : both && intersection(both, sample);
    all = all === undefined ? sample : hull(all, sample);
  }
  if (all === undefined) return UNKNOWN_CLOCK;
  return both === undefined ? { ...all, clocks: 'several' } : { ...both, clocks: 'one' };
}

/** What one answer says of the offset. A Date that a server renews once a second may be a second old: not allowed for. */
export function offsetOf(reading: Reading, secondOf = parseHttpDate): Interval | undefined {
  const second = secondOf(headerOf(reading, HEADERS.date) ?? '');
  if (second === undefined || isStored(reading)) return undefined;
  return { from: second - reading.received, to: second + 1_000 - reading.sent };
}

/** Answers that follow each other mostly carry the same second. */
function dates(): typeof parseHttpDate {
  let last: { readonly text: string; readonly at: number | undefined } = { text: '', at: undefined };
  return (text) => {
    if (text !== last.text) last = { text, at: parseHttpDate(text) };
    return last.at;
  };
}
