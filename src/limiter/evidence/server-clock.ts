import { type Interval, OUR_CLOCK, withDate } from '../../exchange/clock-offset.ts';
import type { DecidedRequest } from './requests.ts';

export const width = ({ from, to }: Interval): number => to - from;

/** Bounds of "server clock minus ours" in milliseconds. Contradictory Dates come from several clocks, or from one that was set. */
export interface ServerClock extends Interval {
  readonly clocks: 'one' | 'several' | 'unknown';
}

/** The clock of a service without any Date (no-date). It is not years off, which distinguishes a delta from a timestamp. */
const UNKNOWN_CLOCK: ServerClock = { from: -3e11, to: 3e11, clocks: 'unknown' };

export const AS_OUR_CLOCK: ServerClock = { ...OUR_CLOCK, clocks: 'one' };

/** Milliseconds by which Date may be late if a timer renews it once a second, as in Bun (date-renewed-by-timer: 1.3 s if busy). */
const DATE_LATE_MS = 1_500;

/**
 * The server's clock by all Dates together.
 *
 *   renewed  at 12:00:07.6 to :07, and only at 09.0 to :09
 *   received at 07.65 with :07 ──► the clock is at most 0.65 s behind ours
 *   received at 08.95 with :07 ──► it is at least 0.95 s behind, or Date is late: only the latter explains both
 *
 * A Date is exact to 1 s plus the duration of its request. If that is above DATE_LATE_MS for all, contradictory Dates show several clocks.
 */
export function serverClockOf(requests: readonly DecidedRequest[]): ServerClock {
  const known = offsetIn(requests, 0);
  if (known?.clocks !== 'several') return known ?? UNKNOWN_CLOCK;
  const isExact = ({ sent, received }: DecidedRequest) => 1_000 + received - sent < DATE_LATE_MS;
  const late = requests.some(isExact) ? offsetIn(requests, DATE_LATE_MS) : undefined;
  return late?.clocks === 'one' ? late : known;
}

/** @param late milliseconds by which each Date may be late. Returns undefined without any Date */
function offsetIn(requests: readonly DecidedRequest[], late: number): ServerClock | undefined {
  let known: Parameters<typeof withDate>[0] = null;
  for (const { date, sent, received } of requests) known = withDate(known, date, sent - late, received);
  return known === null
    ? undefined
    : { from: known.from, to: known.to, clocks: known.several === true ? 'several' : 'one' };
}

interface Clocked {
  readonly clock: ServerClock;
}

/** Server time in milliseconds of a request's decision, at the earliest and at the latest. */
export const decidedFrom = ({ clock }: Clocked, { sent }: DecidedRequest): number => sent + clock.from;
export const decidedUntil = ({ clock }: Clocked, { received }: DecidedRequest): number => received + clock.to;

/** The Unix time of a decision at the earliest. */
export const unixTimeOf = (evidence: Clocked, request: DecidedRequest): number =>
  Math.floor(decidedFrom(evidence, request)) / 1_000;
