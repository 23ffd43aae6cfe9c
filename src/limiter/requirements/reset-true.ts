import { OTHERS_ALLOWED } from '../../exchange/allowances.ts';
import { memoize } from '../../exchange/memoize.ts';
import {
  because,
  type Conclusion,
  type Finding,
  fail,
  findingOf,
  inconclusive,
  MAX_FINDINGS,
  pass,
} from '../../rules/conclusion.ts';
import { readRate } from '../../rules/rate/rate-reading.ts';
import { HEADERS } from '../../spec/headers.ts';
import { timeOfDay } from '../../text/template.ts';
import { prolongedBy } from '../evidence/announced-wait.ts';
import {
  type Evidence,
  inPhase,
  inTenths,
  lastBefore,
  maxBy,
  oursBetween,
  possiblyInWindow,
} from '../evidence/evidence.ts';
import { othersSeen, refillExcluded, slotsMissing } from '../evidence/exhaustion.ts';
import { type DecidedRequest, headerOf, isAdmitted, isRefused, type Refusal } from '../evidence/requests.ts';
import { decidedFrom, decidedUntil, unixTimeOf } from '../evidence/server-clock.ts';
import { legalFits } from '../models/legal-fits.ts';

/**
 * limit.reset-true: at Reset (a second of rounding either way) the key is admitted again, and the complete limit was not back earlier.
 *
 *   0 s    sent  60 lists ──► 200, Reset 60 s
 *   1 s    sent  list ──► 429, Remaining 0, Reset 60 s
 *   30 s   sent  list ──► 429                   not back before Reset
 *   61 s   sent  list ──► 200                   passed, with any Remaining: a weighted counter serves N per window from its edge on
 *   61 s   sent  list ──► 429                   failed, if no request of ours or of a few others explains it
 *   40 s   sent  list ──► 200, Remaining 59     failed: the complete limit was back 20 s before Reset
 */
export const judgeResetTrue = memoize((evidence: Evidence): Conclusion => {
  const stated = evidence.refusals.filter(
    (refusal) => headerOf(refusal, HEADERS.reset) !== undefined && refusal.day === undefined,
  );
  const subjects = stated.length;
  if (evidence.refusals.length === 0) return inconclusive(because('no-429'));
  if (subjects === 0) return inconclusive(because('no-reset-of-minute'));
  const past = stated.flatMap((refusal) => alreadyPast(evidence, refusal) ?? []);
  if (past.length > 0) return fail(past.slice(0, MAX_FINDINGS), subjects);
  const early = completeBefore(evidence, stated);
  if (early !== undefined) return fail([early], subjects);
  if (!evidence.experiment.complete) return inconclusive(because('experiment-incomplete'), subjects);
  const readable = stated.filter(({ reset }) => reset !== undefined);
  if (readable.length > 0) return atReset(evidence, readable);
  const [text = ''] = stated.map((refusal) => headerOf(refusal, HEADERS.reset) ?? '');
  return inconclusive(because('reset-not-unix-seconds', { text: [text] }), subjects);
});

/** Reset as a number, in whatever unit it is. */
const shownReset = (refusal: Refusal): number | undefined =>
  refusal.reset ?? (refusal.resetUnit && readRate(refusal.exchange).reset);

/** The finding if a refusal has a Reset in the past, as if the limit were back. */
function alreadyPast(evidence: Evidence, refusal: Refusal): Finding | undefined {
  const reset = shownReset(refusal);
  if (reset === undefined || refusal.resetUnit === 'unreadable') return undefined;
  const late = decidedFrom(evidence, refusal) - (reset + 1) * 1_000;
  if (late <= 0) return undefined;
  if (refusal.reset !== undefined) return lateFinding(evidence, refusal, refusal, late);
  const params = { text: headerOf(refusal, HEADERS.reset) ?? '', at: unixTimeOf(evidence, refusal) };
  return findingOf('reset-reads-as-delta', params, refusal);
}

/** The finding if the complete limit was back although the refusals before showed a later moment. */
function completeBefore(evidence: Evidence, stated: readonly Refusal[]): Finding | undefined {
  // Another operation that is admitted meanwhile has, at worst, its own limit.
  for (const list of evidence.admittedDraws) {
    const refusal = lastBefore(stated, list);
    if (refusal === undefined || !wasComplete(evidence, refusal, list)) continue;
    const text = headerOf(refusal, HEADERS.reset) ?? '';
    const reset = shownReset(refusal);
    if (reset === undefined) continue;
    // A refill that lacks a part of a slot may be shown as complete (window-token-bucket).
    const missing = refillExcluded(evidence) ? 0 : 1 / evidence.perMs;
    const ahead = (reset - 1) * 1_000 - missing - decidedUntil(evidence, list);
    if (ahead <= 0) continue;
    const early = Math.round((ahead + 1_000) / 100) / 10;
    const params = { early, text, remaining: list.remaining ?? null };
    const { resetUnit: unit = 'unreadable' } = refusal;
    if (refusal.reset === undefined) return findingOf('back-before-reset-in-unit', { ...params, unit }, refusal, list);
    const times = { due: timeOfDay(reset * 1_000), back: timeOfDay((reset - early) * 1_000) };
    return findingOf('back-before-reset', { ...params, ...times }, refusal, list);
  }
  return undefined;
}

/** The part of the limit that requests in flight at a refusal may have drawn after it. */
const MAX_IN_FLIGHT = 0.05;

/** Whether a list lacks no more of the complete limit than our own requests drew since a refusal (cleared-when-refused). */
function wasComplete(evidence: Evidence, refusal: Refusal, list: DecidedRequest): boolean {
  const { remaining: left = Infinity } = list;
  const operations = new Set(evidence.admittedDraws.map(({ operation }) => operation));
  const drawn = oursBetween(evidence, refusal, list)
    .filter((other) => isAdmitted(other) && operations.has(other.operation))
    .filter(({ remaining = -1 }) => remaining > left);
  const since = drawn.filter(({ sent }) => sent >= refusal.received).length;
  const inFlight = Math.min(drawn.length - since, OTHERS_ALLOWED, MAX_IN_FLIGHT * evidence.limit);
  return (slotsMissing(evidence, list, since + inFlight)?.to ?? Infinity) <= 0;
}

export const AT_RESET = ['half-window', 'recovery-retry-after', 'recovery-reset', 'after-reset'] as const;

/** Judges the lists at which the Reset of the last refusal before them had certainly passed, by `after` milliseconds. */
function atReset(evidence: Evidence, stated: readonly Refusal[]): Conclusion {
  const subjects = stated.length;
  const reached = inPhase(evidence.unpaced, ...AT_RESET).flatMap((list) => {
    const refusal = lastBefore(stated, list);
    const after = decidedFrom(evidence, list) - ((refusal?.reset ?? Infinity) + 1) * 1_000;
    return refusal === undefined || after < 0 ? [] : [{ refusal, list, after }];
  });
  const refused = reached.filter(({ refusal, list }) => isStillRefused(evidence, refusal, list));
  const late = refused.filter(({ list, after }) => !isProlonged(evidence, list, after) && !mayBeTaken(evidence, list));
  if (late.length > 0) {
    const findings = late.map(({ refusal, list, after }) => lateFinding(evidence, refusal, list, after));
    return fail(findings.slice(0, MAX_FINDINGS), subjects);
  }
  const odd = refused[0] ?? reached.find(({ list }) => !isAdmitted(list) && !isRefused(list));
  if (odd !== undefined) {
    const params = {
      after: inTenths(odd.after + 1_000),
      reset: odd.refusal.reset ?? null,
      status: odd.list.status,
    };
    return inconclusive(because('not-admitted-after-reset', params), subjects);
  }
  const reset = stated.at(-1)?.reset ?? null;
  if (!reached.some(({ list }) => isAdmitted(list)))
    return inconclusive(because('nothing-after-reset', { reset }), subjects);
  if (!evidence.unpaced.some((request) => showsMissingBefore(evidence, stated, request)))
    return inconclusive(because('nothing-before-reset'), subjects);
  return pass(subjects);
}

/** Whether a list was refused after Reset. If the key was served meanwhile, the list found what that left. */
function isStillRefused(evidence: Evidence, refusal: Refusal, list: DecidedRequest): boolean {
  if (!isRefused(list)) return false;
  return !evidence.admittedDraws.some(({ sent, received }) => sent > refusal.received && received <= list.sent);
}

/**
 * Whether other clients may have taken what came back at Reset: with our requests in the last window, few of theirs fill the limit. No
 * Reset of a limiter of the plan comes too early, so that some limiter must explain the Resets (reset-half-way).
 */
function mayBeTaken(evidence: Evidence, list: DecidedRequest): boolean {
  const left = evidence.limit - possiblyInWindow(evidence, list);
  const isNearlyFull = left <= OTHERS_ALLOWED + othersSeen(evidence);
  return isNearlyFull && legalFits(evidence).some(({ fitsResets }) => fitsResets);
}

/** Whether requests since Reset, refused ones included, may explain a refusal. */
const isProlonged = (evidence: Evidence, list: DecidedRequest, after: number): boolean =>
  prolongedBy(evidence, list.sent - after, list.sent) <= OTHERS_ALLOWED + othersSeen(evidence);

/** @param late certainly more than a second of rounding, in milliseconds */
function lateFinding(evidence: Evidence, refusal: Refusal, refused: DecidedRequest, late: number): Finding {
  const after = { after: inTenths(late + 1_000), past: Math.floor(late + 1_000) / 1_000 };
  const params = { reset: refusal.reset ?? null, ...after, at: unixTimeOf(evidence, refused) };
  return findingOf('refused-after-reset', params, ...new Set([refusal, refused]));
}

/**
 * The part of a wait that must be over: just after the burst, any key is still refused (half-of-what-it-shows, spike-arrest). Half a
 * window is enough (limits-counter-per-path).
 */
const MIN_SHARE_OF_WAIT = 0.3;

/** A part of the limit that rounding and other clients do not explain (between those of bucket-next-step and refill-at-double-rate). */
const MIN_SHARE_OF_LIMIT = 0.2;

/**
 * Whether a request shows that the complete limit was not back before Reset. It was refused shortly before, or much of the limit was
 * missing that our own requests had not used. A request after Reset may show the same (bucket-next-step, window-two-cells).
 */
function showsMissingBefore(evidence: Evidence, stated: readonly Refusal[], request: DecidedRequest): boolean {
  const refusal = maxBy(
    stated.filter(({ received }) => received <= request.sent),
    ({ reset = 0 }) => reset,
  );
  if (refusal?.reset === undefined) return false;
  const wait = refusal.reset * 1_000 - decidedFrom(evidence, refusal);
  if (request.sent - refusal.received < MIN_SHARE_OF_WAIT * wait) return false;
  if (isRefused(request)) return decidedUntil(evidence, request) <= refusal.reset * 1_000;
  const missing = slotsMissing(evidence, request, oursBetween(evidence, refusal, request).length);
  return (missing?.from ?? 0) >= MIN_SHARE_OF_LIMIT * evidence.limit;
}
