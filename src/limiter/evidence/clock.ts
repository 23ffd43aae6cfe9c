import { type Interval, OUR_CLOCK as OURS } from '../../exchange/clock-offset.ts';
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
  const known = offsetIn(parts, 0);
  if (known === undefined || known.clocks === 'one') return known ?? UNKNOWN_CLOCK;
  const late = offsetIn(parts, RENEWED);
  const isFast = ({ date, sent, received }: Reading) => date !== undefined && received - sent < RENEWED;
  return late?.clocks === 'one' && parts.some((readings) => readings.some(isFast)) ? late : known;
}

/** @param late milliseconds by which each Date may be late. Undefined without any */
function offsetIn(parts: readonly (readonly Reading[])[], late: number): ClockOffset | undefined {
  const [all, any] = [
    { from: -Infinity, to: Infinity },
    { from: Infinity, to: -Infinity },
  ];
  for (const readings of parts)
    for (const { date, sent, received } of readings) {
      if (date === undefined) continue;
      const from = date - received;
      const to = date + 1_000 - sent + late;
      all.from = Math.max(all.from, from);
      all.to = Math.min(all.to, to);
      any.from = Math.min(any.from, from);
      any.to = Math.max(any.to, to);
    }
  if (any.to === -Infinity) return undefined;
  return all.from <= all.to ? { ...all, clocks: 'one' } : { ...any, clocks: 'several' };
}
