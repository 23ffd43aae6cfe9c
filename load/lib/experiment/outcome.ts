import { type ClockOffset, OUR_CLOCK, withDate } from '../../../src/exchange/clock-offset.ts';
import type { RateHeaders } from '../../../src/exchange/rate-headers.ts';
import type { QuotaExperiment } from '../../../src/exchange/records/load-config.ts';

/** The part of a request that the experiment needs; the journal has all of it. */
export interface Outcome extends RateHeaders {
  /** Before the connection was opened. */
  readonly called: number;
  readonly sent: number;
  readonly received: number;
  /** 0: no response. */
  readonly status: number;
}

export function isRefused(outcome: Outcome): boolean {
  return outcome.status === 429;
}

/** The three headers describe one limit at a time: what is left of the day, if this response describes the day's. */
export function dayLeft({ perDay, perWindow }: QuotaExperiment, { limit, remaining }: Outcome): number | null {
  return perDay === undefined || perDay === perWindow || limit !== perDay ? null : (remaining ?? null);
}

export interface Knowledge {
  /** Our own without a Date. */
  readonly clock: ClockOffset;
  readonly latest: Outcome | null;
  readonly refusal: Outcome | null;
  readonly refused: number;
  readonly unanswered: number;
}

export const NOTHING_KNOWN: Knowledge = { clock: OUR_CLOCK, latest: null, refusal: null, refused: 0, unanswered: 0 };

/**
 * `latest` and `refusal` are the last received ones; simultaneous requests may be received in another order than they
 * were sent.
 */
export function learn(known: Knowledge, outcome: Outcome): Knowledge {
  if (outcome.status === 0) return { ...known, unanswered: known.unanswered + 1 };
  const refused = known.refused + (isRefused(outcome) ? 1 : 0);
  // A cache (Age > 0) returns the Date and the numbers of an earlier response.
  if (outcome.stored) return { ...known, refused };
  const before = known.clock === OUR_CLOCK ? null : known.clock;
  const clock = withDate(before, outcome.date, outcome.sent, outcome.received) ?? OUR_CLOCK;
  const refusal = isRefused(outcome) ? outcome : known.refusal;
  return { ...known, clock, latest: outcome, refusal, refused };
}
