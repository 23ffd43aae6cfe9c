import { memoize } from '../../exchange/memoize.ts';
import { DATED_SECOND_MS, looksLikeTimestamp } from '../../exchange/rate-headers.ts';
import { TWO_ROUNDINGS_MS } from '../../spec/headers.ts';
import { type Evidence, maxOf } from './evidence.ts';
import { type Refusal, retryAfterOf } from './requests.ts';

/** A refusal, and the moment on our clock from which it announced admission. `none`: it announced no wait. */
export type AnnouncedWait = NonNullable<ReturnType<typeof announcedWaitOf>>;

/** What a refusal announces. Seconds count from the receipt (RFC 9110 §10.2.3). A date is the latest moment that it can be on our clock. */
export function announcedWaitOf({ clock }: Pick<Evidence, 'clock'>, refusal: Refusal) {
  const value = retryAfterOf(refusal);
  if (value === undefined || value.kind === 'invalid') return undefined;
  const { text } = value;
  if (value.kind === 'seconds') {
    if (looksLikeTimestamp(value.seconds)) return undefined;
    return { refusal, text, due: refusal.received + value.seconds * 1_000, none: value.seconds === 0 };
  }
  if (clock.clocks === 'unknown') return undefined;
  const { date = -Infinity } = refusal;
  return { refusal, text, due: value.at + DATED_SECOND_MS - clock.from, none: value.at < date };
}

export const announcedWaits = memoize((evidence: Evidence): AnnouncedWait[] =>
  evidence.refusals.flatMap((refusal) => announcedWaitOf(evidence, refusal) ?? []),
);

/**
 * How many refused requests of another client would block the key from `due` until `until`. A limiter may extend the wait with each of
 * them, if its headers show that (refusals-prolong). They show the opposite if no refusal states a wait, or if two refusals at least 4 s
 * apart name the same moment within rounding (ban-at-first-refusal).
 */
export function prolongedBy(evidence: Evidence, due: number, until: number): number {
  const waits = announcedWaits(evidence);
  const standsStill = (earlier: AnnouncedWait) =>
    waits.some(
      (later) =>
        later.refusal.sent - earlier.refusal.received >= 4_000 && Math.abs(later.due - earlier.due) <= TWO_ROUNDINGS_MS,
    );
  const longest = maxOf(waits.map(({ refusal, due: end }) => end - refusal.sent));
  if (longest <= 0 || waits.some(standsStill)) return Infinity;
  return Math.max(1, Math.ceil((until - due) / longest));
}
