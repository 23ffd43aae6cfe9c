import { oncePer } from '../../../exchange/once.ts';
import { because, type Finding, found, holds, type Outcome, type Reason, undecided } from '../../../rules/outcome.ts';
import { resetUnitOf } from '../../../rules/rate/reset-unit.ts';
import { HEADERS } from '../../../spec/headers.ts';
import type { ReasonCode } from '../../../text/reasons/index.ts';
import { timeOfDay } from '../../../text/template.ts';
import { banSuspected, dayAnswers } from '../../evidence/day.ts';
import {
  durationOf,
  type Evidence,
  inPhase,
  inSeconds,
  inTenths,
  lastBefore,
  latest,
  most,
} from '../../evidence/evidence.ts';
import { drawn, refillExcluded } from '../../evidence/exhaustion.ts';
import { slowlyBackAt } from '../../evidence/gradual-return.ts';
import { likelyCause } from '../../evidence/likely-cause.ts';
import { showsDay } from '../../evidence/policy.ts';
import { headerOf, isAdmitted, isList, isRefused, type Reading, type Refusal } from '../../evidence/reading.ts';
import { stepShown } from '../../evidence/steps.ts';
import {
  certainlyNotWhole,
  certainlyWhole,
  decidedFrom,
  decidedUntil,
  oursBetween,
  possiblyInWindow,
  slotsMissing,
  unixTimeOf,
} from '../../evidence/whole-back.ts';
import { namesTheOldest, testOf } from './at-reset.ts';

/**
 * limit.reset-true: at Reset (a second of rounding either way) the complete limit is back, and it was not back before.
 *
 *   0 s    sent  60 lists ──► 200, Reset 60 s
 *   1 s    sent  list ──► 429, Remaining 0, Reset 60 s
 *   30 s   sent  list ──► 429                  not back before Reset
 *   61 s   sent  list ──► 200, Remaining 59    passed
 *   61 s   sent  list ──► 200, Remaining 20    failed: 39 are missing, and no request of ours explains it
 */
export const judgeResetTruth = oncePer((evidence: Evidence): Outcome => {
  const claims = evidence.refusals.filter(
    (refusal) => headerOf(refusal, HEADERS.reset) !== undefined && !showsDay(evidence, refusal),
  );
  const subjects = claims.length;
  if (evidence.refusals.length === 0) return undecided(because('no-429'));
  if (subjects === 0) return undecided(because('no-reset-of-minute'));
  if (dayAnswers(evidence)) return undecided(because('day-limit-answered'), subjects);
  const past = [...claims.flatMap((claim) => alreadyPast(evidence, claim) ?? []), ...admittedPast(evidence)];
  if (past.length > 0) return { kind: 'broken', findings: past.slice(0, 3), subjects };
  const early = wholeBefore(evidence, claims);
  if (early !== undefined) return { kind: 'broken', findings: [early], subjects };
  const readable = claims.filter(({ reset }) => reset !== undefined);
  if (readable.length === 0)
    return undecided(
      because('reset-not-unix-seconds', {
        text: claims.slice(0, 1).map((claim) => headerOf(claim, HEADERS.reset) ?? ''),
      }),
      subjects,
    );
  if (!evidence.experiment.complete) return undecided(because('experiment-incomplete'), subjects);
  return atReset(evidence, readable);
});

/** A refusal with a Reset in the past claims that the limit is back. */
function alreadyPast(evidence: Evidence, claim: Refusal): Finding | undefined {
  const text = headerOf(claim, HEADERS.reset) ?? '';
  const reset = claim.reset ?? (resetUnitOf(text) === 'delta' ? Number(text) : undefined);
  if (reset === undefined) return undefined;
  const late = decidedFrom(evidence, claim) - (reset + 1) * 1_000;
  if (late <= 0) return undefined;
  return claim.reset === undefined
    ? found('reset-reads-as-delta', { text, at: unixTimeOf(evidence, claim) }, claim)
    : found('refusal-reset-in-past', { ...past(evidence, claim, late), cause: likelyCause(evidence, claim) }, claim);
}

/** Includes the first responses of the next window: a Reset kept from an earlier window is in the past by then. */
function admittedPast(evidence: Evidence): Finding[] {
  return evidence.admittedLists.flatMap((list) => {
    if (list.reset === undefined || showsDay(evidence, list)) return [];
    const late = decidedFrom(evidence, list) - (list.reset + 1) * 1_000;
    return late <= 0 ? [] : [found('admitted-reset-in-past', past(evidence, list, late), list)];
  });
}

/** `late`: certainly more than a second of rounding, in milliseconds. */
const past = (evidence: Evidence, reading: Reading, late: number) => ({
  reset: reading.reset ?? null,
  late: inTenths(late + 1_000),
  past: Math.floor(late + 1_000) / 1_000,
  at: unixTimeOf(evidence, reading),
});

/** The complete limit was back although the refusals before showed a later moment. */
function wholeBefore(evidence: Evidence, claims: readonly Refusal[]): Finding | undefined {
  // Another operation that is admitted meanwhile has, at worst, its own limit.
  for (const list of evidence.admittedLists) {
    if (!certainlyWhole(evidence, list)) continue;
    const claim = lastBefore(claims, list);
    if (claim === undefined) continue;
    const text = headerOf(claim, HEADERS.reset) ?? '';
    const unit = resetUnitOf(text);
    const reset = claim.reset ?? (unit === 'milliseconds' || unit === 'microseconds' ? Number(text) : undefined);
    if (reset === undefined) continue;
    // A refill that lacks a part of a slot may be shown as complete; a new window may not.
    const refilled = 2 + (list.received - claim.sent) * evidence.perMs;
    const opened =
      refillExcluded(evidence) ||
      (list.remaining ?? 0) > refilled ||
      (list.reset ?? 0) - reset >= evidence.windowMs / 1_000 - 2;
    const ahead = (reset - 1) * 1_000 - (opened ? 0 : 1 / evidence.perMs) - decidedUntil(evidence, list);
    if (ahead <= 0) continue;
    const early = Math.round((ahead + 1_000) / 100) / 10;
    const params = { early, text, remaining: list.remaining ?? null };
    if (claim.reset === undefined) return found('back-before-reset-in-unit', { ...params, unit }, claim, list);
    const times = { due: timeOfDay(reset * 1_000), back: timeOfDay((reset - early) * 1_000) };
    return found('back-before-reset', { ...params, ...times }, claim, list);
  }
  return undefined;
}

const NOT_REACHED = {
  one: 'nothing-after-reset',
  several: 'nothing-after-reset-several-clocks',
  unknown: 'nothing-after-reset-no-date',
} as const satisfies Record<Evidence['clock']['clocks'], ReasonCode>;

function atReset(evidence: Evidence, claims: readonly Refusal[]): Outcome {
  const subjects = claims.length;
  const last = latest(claims, ({ sent }) => sent);
  const probes = inPhase(evidence.minute, 'recovery-reset', 'recovery-retry-after', 'half-window').filter(isList);
  const tests = probes.flatMap((probe) => testOf(evidence, claims, probe) ?? []);
  const broken = tests.flatMap(({ finding }) => finding ?? []);
  if (broken.length > 0) return { kind: 'broken', findings: broken.slice(0, 3), subjects };
  const soon = tests.filter(({ isLate }) => isLate !== true);
  const open = (soon.length > 0 ? soon : tests).find(({ reason }) => reason !== undefined);
  if (open?.reason !== undefined) return undecided(open.reason, subjects);
  if (banSuspected(evidence)) return undecided(because('ban-suspected'), subjects);
  if (tests.length === 0)
    return undecided(because(NOT_REACHED[evidence.clock.clocks], { reset: last?.reset ?? null }), subjects);
  const span = durationOf(drawn(evidence));
  if (span > evidence.windowMs / 2 && !isBackAtOnce(evidence, probes))
    return undecided(because('burst-too-slow', { span: inSeconds(span) }), subjects);
  const doubt = tooLatePossible(evidence, claims);
  return doubt === undefined ? holds(subjects) : undecided(doubt, subjects);
}

/** Refused shortly before Reset, and complete after it: no rolling window or refill returns the quota of a slow burst at once. */
const isBackAtOnce = (evidence: Evidence, probes: readonly Reading[]): boolean =>
  inPhase(evidence.minute, 'before-reset').some(isRefused) && probes.some((probe) => certainlyWhole(evidence, probe));

/**
 * Later than a window after the last request that counts, allowing for rounding and the cells of a sliding counter (a
 * eighth of a window).
 */
function afterTheNewest(evidence: Evidence, claim: Refusal): boolean {
  const newest = refusalsTakeSlots(evidence, claim) ? claim.received : newestBefore(evidence, claim);
  const end = newest + evidence.clock.to + evidence.windowMs;
  return (claim.reset ?? 0) * 1_000 > end + Math.max(1_000, evidence.windowMs / 8);
}

const newestBefore = ({ minute }: Evidence, claim: Refusal): number =>
  most(
    minute.filter((reading) => isAdmitted(reading) && reading.sent < claim.received).map(({ received }) => received),
  );

/** Refused requests count: before Reset, a list lacks just the slots that our refused requests of the last window take. */
const refusalsTakeSlots = (evidence: Evidence, claim: Refusal): boolean =>
  evidence.admittedLists.some((list) => {
    if (list.sent < claim.received || decidedUntil(evidence, list) > ((claim.reset ?? 0) - 1) * 1_000) return false;
    const admitted = slotsMissing(evidence, list, oursBetween(evidence, claim, list, isAdmitted));
    const all = slotsMissing(evidence, list, possiblyInWindow(evidence, list));
    return admitted !== undefined && admitted.from > 0 && all !== undefined && all.to <= 0;
  });

/** Shortly before Reset, much of the limit was still missing, apart from our own requests since then. */
function missedBefore(evidence: Evidence, claims: readonly Refusal[], reading: Reading): boolean {
  const claim = latest(
    claims.filter(({ received }) => received <= reading.sent),
    ({ reset = 0 }) => reset,
  );
  if (claim?.reset === undefined) return false;
  const wait = claim.reset * 1_000 - decidedFrom(evidence, claim);
  if (reading.sent - claim.received < 0.3 * wait || decidedUntil(evidence, reading) > claim.reset * 1_000) return false;
  if (isRefused(reading)) return true;
  const missing = slotsMissing(evidence, reading, oursBetween(evidence, claim, reading));
  return isAdmitted(reading) && missing !== undefined && missing.from >= evidence.limit / 5;
}

/** Reasons to doubt that Reset was not too late: no request before it, or the numbers of a refill. */
function tooLatePossible(evidence: Evidence, claims: readonly Refusal[]): Reason | undefined {
  const reset = most(claims.map((claim) => claim.reset ?? 0));
  if (!evidence.minute.some((reading) => missedBefore(evidence, claims, reading)))
    return because('nothing-before-reset');
  if (
    !namesTheOldest(evidence) &&
    claims.some((claim) => afterTheNewest(evidence, claim) && !slowlyBackAt(evidence, claim.reset ?? 0))
  )
    return because('reset-after-every-window');
  const half = inPhase(evidence.minute, 'half-window').find(isAdmitted);
  if (half?.reset === undefined || half.remaining === undefined || refillExcluded(evidence)) return undefined;
  // A new window began meanwhile: its own end is not the one to judge.
  if (half.reset - reset >= evidence.windowMs / 1_000 - 2) return undefined;
  const whole = decidedUntil(evidence, half) + (evidence.limit - half.remaining + 1) / evidence.perMs;
  if (half.reset * 1_000 <= whole + 2_000 + stepShown(evidence) || !certainlyNotWhole(evidence, half)) return undefined;
  const early = inSeconds(half.reset * 1_000 - whole);
  return because('refill-complete-before-reset', {
    remaining: half.remaining,
    limit: evidence.limit,
    early,
    reset: half.reset,
  });
}
