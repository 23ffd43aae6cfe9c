import { DAY_SECONDS, looksLikeTimestamp } from '../../exchange/rate-headers.ts';
import {
  because,
  type Conclusion,
  type Finding,
  fail,
  findingOf,
  inconclusive,
  MAX_FINDINGS,
  notApplicable,
  pass,
} from '../../rules/conclusion.ts';
import { HEADERS, TWO_ROUNDINGS_MS } from '../../spec/headers.ts';
import { type AnnouncedWait, announcedWaitOf, announcedWaits } from '../evidence/announced-wait.ts';
import { type Evidence, inSeconds, maxOf, minOf, oursBetween } from '../evidence/evidence.ts';
import { headerOf, isAdmitted, isRefused, type Refusal, retryAfterOf } from '../evidence/requests.ts';
import { dailyLimitRefuses } from '../evidence/who-refuses.ts';
import { isAllRestored } from './observed.ts';
import { judgeResetTrue } from './reset-true.ts';

/**
 * limit.retry-after-sufficient: every refusal's wait is compared with every later refusal.
 *
 *   0 s       sent  list ──► 429, Retry-After 12   admitted from 12 s on
 *   12.05 s   sent  list ──► 200                   passed
 *   12.05 s   sent  list ──► 429, Retry-After 0    failed: rounded down
 */
export function judgeRetryAfterSufficient(evidence: Evidence): Conclusion {
  const waits = announcedWaits(evidence);
  const subjects = waits.length;
  if (subjects === 0)
    return inconclusive(evidence.refusals.length === 0 ? because('no-429') : because('no-retry-after'));
  if (!evidence.experiment.complete) return inconclusive(because('experiment-incomplete'), subjects);
  const [worst] = refusedAfterWait(evidence).sort((a, b) => a.used - b.used);
  if (worst !== undefined) {
    const { announced, again, used } = worst;
    if (announcedWaitOf(evidence, again)?.none === true) return fail([findingAfterWait(worst)], subjects);
    if (used > 0)
      return inconclusive(because('own-requests-explain-refusal', { text: announced.text, used }), subjects);
    // Requests of other clients at exactly these moments are an accident that does not happen twice.
    return fail([findingAfterWait(worst)], subjects, because('restart-or-set-clock'));
  }
  if (isTested(evidence, waits)) return pass(subjects);
  const end = evidence.unpaced.at(-1);
  const open = waits.filter(({ due }) => due > (end?.sent ?? 0));
  const [first] = open;
  if (first !== undefined && open.length === subjects)
    return inconclusive(because('retry-after-not-waited', { value: first.text }), subjects);
  // The form of a ban is open (rule 5): here a wait longer than a window, and not the first (tests/limiter/experiment.test.ts: a ban).
  const ban = open.find(({ refusal, due }) => due > refusal.received + evidence.windowMs + TWO_ROUNDINGS_MS);
  if (ban && end?.decision !== 'admitted') return inconclusive(because('seems-banned', { value: ban.text }), subjects);
  return inconclusive(because('no-admission-after-wait'), subjects);
}

/** Each refusal after an announced wait, with the last such wait, unless a request of ours was admitted in between. */
function refusedAfterWait(evidence: Evidence) {
  return evidence.refusals.flatMap((again) => {
    const announced = announcedWaits(evidence).findLast(
      (earlier) => again.sent >= Math.max(earlier.refusal.received, extendedDue(evidence, earlier)),
    );
    if (announced === undefined) return [];
    const between = oursBetween(evidence, announced.refusal, again).filter((other) => !isRefused(other));
    const isKept = between.some((other) => isAdmitted(other) && other.sent >= announced.refusal.received);
    // `used`: requests of our own that may have used the announced quota.
    return isKept ? [] : [{ announced, again, used: between.length }];
  });
}

/** When an announced wait ends: requests that came too early may have extended it, if their own refusals say so (refusals-prolong). */
function extendedDue(evidence: Evidence, { refusal, due }: AnnouncedWait): number {
  return evidence.refusals.reduce((until, early) => {
    const isEarly = early.received > refusal.sent && early.sent < until;
    return isEarly ? Math.max(until, announcedWaitOf(evidence, early)?.due ?? Infinity) : until;
  }, due);
}

function findingAfterWait({ announced, again }: ReturnType<typeof refusedAfterWait>[number]): Finding {
  const value = headerOf(again, HEADERS.retryAfter);
  const params = {
    waited: inSeconds(again.sent - announced.refusal.received),
    text: announced.text,
    over: inSeconds(again.sent - announced.due),
  };
  return value === undefined
    ? findingOf('refused-again-without-retry-after', params, announced.refusal, again)
    : findingOf('refused-after-retry-after', { ...params, again: value }, announced.refusal, again);
}

/**
 * How soon after an announced wait a list tests it, in milliseconds. Date can be 2 s late (date-renewed-by-timer, every-key-is-free); much
 * later, a refill explains the response (refill-in-steps).
 */
const SOON_MS = 4_000;

/** Whether a list was admitted soon after the wait that the last refusal before it had announced. */
const isTested = ({ admittedDraws }: Evidence, waits: readonly AnnouncedWait[]): boolean =>
  admittedDraws.some(({ sent }) => {
    const last = waits.findLast(({ refusal }) => refusal.sent <= sent);
    return last !== undefined && last.due <= sent && sent <= last.due + SOON_MS;
  });

/** limit.retry-after-reasonable (should): not longer than the rest of the window, plus rounding. A confirmed Reset is its end. */
export function judgeRetryAfterReasonable(evidence: Evidence): Conclusion {
  const waits = announcedWaits(evidence);
  const subjects = waits.length;
  if (subjects === 0) return inconclusive(because('no-retry-after'));
  const last = evidence.refusals.at(-1);
  // At the Reset of a weighted counter, only a part is back (weighted-counter).
  const resetHolds = isAllRestored(evidence) && judgeResetTrue(evidence).verdict === 'pass';
  const findings = waits.flatMap(({ refusal, text, due }) => {
    const reset =
      refusal.reset === undefined ? -Infinity : refusal.reset * 1_000 - evidence.clock.from + TWO_ROUNDINGS_MS;
    const window = refusal.received + evidence.windowMs + TWO_ROUNDINGS_MS;
    // Reset may be rounded (reset-jitters), and a window late (needed for window-longer-by-half; a larger value would miss
    // @fastify/rate-limit backing off).
    const generous = Math.max(window, Math.min(reset, window + evidence.windowMs));
    // The wait counts from the receipt. Padding of 1 s: retry-after-padded needs it (more would miss retry-after-a-whole-window).
    const exact = reset + 1_000 + refusal.received - refusal.sent;
    if (due <= (resetHolds && refusal.reset !== undefined ? Math.min(exact, generous) : generous)) return [];
    const params = { text, window: evidence.experiment.windowSeconds, wait: inSeconds(due - refusal.received) };
    return [findingOf('retry-after-too-long', params, refusal, last ?? refusal)];
  });
  if (findings.length > 0) return fail(findings.slice(0, MAX_FINDINGS), subjects);
  return pass(subjects);
}

/** A Retry-After that is a number. */
interface Wait {
  readonly refusal: Refusal;
  readonly seconds: number;
  /** Milliseconds until a request was admitted: at most so long a wait was needed. */
  readonly needed: number;
}

/** A wait of more windows is suspect (retry-after-an-hour): a counter of two cells announces up to two (window-two-cells). */
const MAX_WINDOWS = 3;

/**
 * limit.retry-after-unit: a number means seconds.
 *
 *   0 s       sent  list ──► 429, Retry-After: 30000
 *   30 s      sent  list ──► 200                       failed: as milliseconds the number fits, as seconds it is eight hours
 */
export function judgeRetryAfterUnit(evidence: Evidence): Conclusion {
  const waits = evidence.refusals.flatMap((refusal): Wait[] => {
    const value = retryAfterOf(refusal);
    const later = evidence.unpaced.filter((request) => isAdmitted(request) && request.sent >= refusal.received);
    const needed = minOf(later.map(({ received }) => received)) - refusal.received;
    return value?.kind === 'seconds' ? [{ refusal, seconds: value.seconds, needed }] : [];
  });
  const subjects = waits.length;
  if (subjects === 0)
    return evidence.refusals.some((refusal) => retryAfterOf(refusal)?.kind === 'date')
      ? notApplicable(because('retry-after-is-date'))
      : inconclusive(because('no-retry-after-number'));
  const stamp = waits.find(({ seconds }) => looksLikeTimestamp(seconds));
  if (stamp !== undefined) {
    const params = { value: stamp.seconds, years: Math.round(stamp.seconds / (365.25 * DAY_SECONDS)) };
    return fail([findingOf('retry-after-timestamp', params, stamp.refusal)], subjects);
  }
  const long = waits.filter(({ seconds }) => seconds * 1_000 > MAX_WINDOWS * evidence.windowMs);
  const needless = long.filter(({ seconds, needed }) => seconds * 1_000 > needed);
  if (needless.length > 0 && needless.every((wait) => fitsInMilliseconds(evidence, wait)))
    return fail(needless.slice(0, MAX_FINDINGS).map(inMilliseconds), subjects);
  if (dailyLimitRefuses(evidence)) return inconclusive(because('day-limit-answered'), subjects);
  const [unclear] = long;
  if (unclear !== undefined)
    return inconclusive(because('retry-after-unit-unknown', { value: unclear.seconds }), subjects);
  return pass(subjects);
}

/**
 * Whether the number fits as milliseconds. It is not shorter than the key was refused, less rounding (a larger one would accuse
 * @fastify/rate-limit backing off). It is not longer than needed, or a window, with padding. A day in seconds is right (retry-after-a-day).
 */
function fitsInMilliseconds({ refusals, windowMs }: Evidence, { refusal, seconds, needed }: Wait): boolean {
  const refusedFor = maxOf(refusals.map(({ sent }) => sent - refusal.received));
  return seconds >= refusedFor - 1_000 && seconds <= Math.max(needed, windowMs) + TWO_ROUNDINGS_MS;
}

const inMilliseconds = ({ refusal, seconds, needed }: Wait): Finding =>
  findingOf('retry-after-milliseconds', { value: seconds, needed: inSeconds(needed) }, refusal);
