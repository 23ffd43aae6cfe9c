import { oncePer } from '../../exchange/once.ts';
import { looksLikeTimestamp } from '../../rules/rate/retry-after.ts';
import { HEADERS } from '../../spec/headers.ts';
import { type Evidence, most } from './evidence.ts';
import { headerOf, type Refusal, retryAfterOf } from './reading.ts';

/** A refusal with the moment, on our clock, from which on it promised admission. */
export interface Promised {
  readonly refusal: Refusal;
  readonly text: string;
  readonly due: number;
  /** Says that no wait is needed at all: no service that keeps its promise says so and refuses. */
  readonly none: boolean;
}

/** Seconds count from the receipt (RFC 9110 §10.2.3). A date is the server's: the latest moment that it can be on ours. */
export function promiseOf({ clock }: Evidence, refusal: Refusal): Promised | undefined {
  const value = retryAfterOf(refusal);
  const text = headerOf(refusal, HEADERS.retryAfter) ?? '';
  if (value === undefined || value.kind === 'invalid') return undefined;
  if (value.kind === 'seconds') {
    if (looksLikeTimestamp(value.seconds)) return undefined;
    return { refusal, text, due: refusal.received + value.seconds * 1_000, none: value.seconds === 0 };
  }
  if (clock.clocks === 'unknown') return undefined;
  const { date } = refusal;
  return { refusal, text, due: value.at - clock.from, none: date !== undefined && value.at <= date * 1_000 };
}

/** Of those refusals whose Retry-After can be waited for. */
export function promises(evidence: Evidence, refusals: readonly Refusal[]): Promised[] {
  return refusals.flatMap((refusal) => promiseOf(evidence, refusal) ?? []);
}

/**
 * A limiter may prolong the wait with every refused request, if it says so: then a refused request of somebody else prolongs ours
 * too. Excluded where refusals four seconds apart, with others between them, name the same moment to within their rounding.
 */
export const prolongingExcluded = oncePer((evidence: Evidence): boolean => {
  const given = promises(evidence, evidence.refusals);
  return given.some((earlier) =>
    given.some(
      (later) => later.refusal.sent - earlier.refusal.received >= 4_000 && Math.abs(later.due - earlier.due) <= 2_000,
    ),
  );
});

/** How many refused requests of somebody else it takes to keep the key blocked from `due` on: none waits longer than ours had to. */
export function prolongedBy(evidence: Evidence, due: number, until: number): number {
  if (prolongingExcluded(evidence)) return Infinity;
  const longest = most(promises(evidence, evidence.refusals).map(({ refusal, due: end }) => end - refusal.sent));
  return longest <= 0 ? Infinity : Math.max(1, Math.ceil((until - due) / longest));
}
