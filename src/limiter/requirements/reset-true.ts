import { oncePer } from '../../exchange/once.ts';
import { because, type Finding, found, holds, type Outcome, type Reason, undecided } from '../../rules/outcome.ts';
import { HEADERS } from '../../spec/headers.ts';
import type { ReasonCode } from '../../text/reasons/index.ts';
import { timeOfDay } from '../../text/template.ts';
import { type Evidence, inPhase, inTenths, lastBefore, latest } from '../evidence/evidence.ts';
import { refillExcluded } from '../evidence/exhaustion.ts';
import { banSuspected, dayAnswers } from '../evidence/policy.ts';
import { headerOf, isAdmitted, isList, isRefused, type Reading, type Refusal, rateOf } from '../evidence/reading.ts';
import {
  certainlyWhole,
  decidedFrom,
  decidedUntil,
  oursBetween,
  slotsMissing,
  unixTimeOf,
} from '../evidence/whole-back.ts';

/**
 * limit.reset-true: at Reset (a second of rounding either way) the key is served again, and the complete limit was not
 * back clearly before.
 *
 *   0 s    sent  60 lists ──► 200, Reset 60 s
 *   1 s    sent  list ──► 429, Remaining 0, Reset 60 s
 *   30 s   sent  list ──► 429                   not back before Reset
 *   61 s   sent  list ──► 200                   passed, with any Remaining: a weighted counter serves N per window from its edge on
 *   61 s   sent  list ──► 429                   failed, if no request of ours or of a few others explains it
 *   40 s   sent  list ──► 200, Remaining 59     failed: the complete limit was back 20 s before Reset
 */
export const judgeResetTruth = oncePer((evidence: Evidence): Outcome => {
  const claims = evidence.refusals.filter(
    (refusal) => headerOf(refusal, HEADERS.reset) !== undefined && refusal.day === undefined,
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
  const [unreadable] = claims;
  if (readable.length === 0 && unreadable !== undefined)
    return undecided(
      because('reset-not-unix-seconds', { text: [headerOf(unreadable, HEADERS.reset) ?? ''] }),
      subjects,
    );
  if (!evidence.experiment.complete) return undecided(because('experiment-incomplete'), subjects);
  return atReset(evidence, readable);
});

/** A refusal with a Reset in the past claims that the limit is back. */
function alreadyPast(evidence: Evidence, claim: Refusal): Finding | undefined {
  const { reset: shown, resetUnit: unit } = rateOf(claim);
  const reset = claim.reset ?? (unit === 'delta' ? shown : undefined);
  if (reset === undefined) return undefined;
  const late = decidedFrom(evidence, claim) - (reset + 1) * 1_000;
  if (late <= 0) return undefined;
  return claim.reset === undefined
    ? found(
        'reset-reads-as-delta',
        { text: headerOf(claim, HEADERS.reset) ?? '', at: unixTimeOf(evidence, claim) },
        claim,
      )
    : found('refusal-reset-in-past', past(evidence, claim, late), claim);
}

/** Includes the first responses of the next window: a Reset kept from an earlier window is in the past by then. */
function admittedPast(evidence: Evidence): Finding[] {
  return evidence.admittedLists.flatMap((list) => {
    if (list.reset === undefined) return [];
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
    const { reset: shown, resetUnit: unit = 'unreadable' } = rateOf(claim);
    const reset = claim.reset ?? (unit === 'milliseconds' || unit === 'microseconds' ? shown : undefined);
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

export const AT_RESET = ['half-window', 'recovery-retry-after', 'recovery-reset', 'after-reset'] as const;

function atReset(evidence: Evidence, claims: readonly Refusal[]): Outcome {
  const subjects = claims.length;
  const probes = inPhase(evidence.minute, ...AT_RESET).filter(isList);
  const tests = probes.flatMap((probe) => testOf(evidence, claims, probe) ?? []);
  const broken = tests.flatMap(({ finding }) => finding ?? []);
  if (broken.length > 0) return { kind: 'broken', findings: broken.slice(0, 3), subjects };
  const open = tests.find(({ reason }) => reason !== undefined);
  if (open?.reason !== undefined) return undecided(open.reason, subjects);
  if (banSuspected(evidence)) return undecided(because('ban-suspected'), subjects);
  const last = latest(claims, ({ sent }) => sent);
  if (tests.length === 0)
    return undecided(because(NOT_REACHED[evidence.clock.clocks], { reset: last?.reset ?? null }), subjects);
  if (!evidence.minute.some((reading) => missedBefore(evidence, claims, reading)))
    return undecided(because('nothing-before-reset'), subjects);
  return holds(subjects);
}

/** If both are absent, the probe confirmed Reset. */
interface Test {
  readonly finding?: Finding;
  readonly reason?: Reason;
}

/**
 * A probe after the Reset of the earlier refusals had certainly passed, with any rounding. If several were in flight
 * together, a violation is judged by the latest Reset among them. A success after the earliest one counts for all,
 * since each shows the same moment within a second.
 */
function testOf(evidence: Evidence, claims: readonly Refusal[], probe: Reading): Test | undefined {
  const before = claims.filter((claim) => claim !== probe && claim.received <= probe.sent);
  const last = latest(before, ({ sent }) => sent);
  if (last === undefined) return undefined;
  const group = before.filter(({ received }) => received >= last.sent);
  const claim = latest(group, ({ reset = 0 }) => reset) ?? last;
  const earliest = latest(group, ({ reset = 0 }) => -reset) ?? last;
  if (isAdmitted(probe) && (claim.reset ?? 0) - (earliest.reset ?? 0) <= 1)
    return testAgainst(evidence, earliest, probe);
  return testAgainst(evidence, claim, probe);
}

function testAgainst(evidence: Evidence, claim: Refusal, probe: Reading): Test | undefined {
  const after = decidedFrom(evidence, probe) - ((claim.reset ?? 0) + 1) * 1_000;
  if (after < 0) return undefined;
  if (isAdmitted(probe)) return {};
  const probed = { after: inTenths(after + 1_000), reset: claim.reset ?? null };
  if (!isRefused(probe)) return { reason: because('not-admitted-after-reset', { ...probed, status: probe.status }) };
  // A weighted counter, or a bucket, serves the first request when a slot is back.
  if (probe.phase !== 'recovery-reset' && after < 1 / evidence.perMs) return undefined;
  // The key was served meanwhile, and this list found what that left.
  if (evidence.admittedLists.some(({ sent, received }) => sent > claim.received && received <= probe.sent))
    return undefined;
  const refused = {
    ...probed,
    past: Math.floor(after + 1_000) / 1_000,
    at: unixTimeOf(evidence, probe),
  };
  return { finding: found('refused-after-reset', refused, claim, probe) };
}

/**
 * Shortly before Reset the key was refused, or later much of the limit was still missing, apart from our own requests since then: so the
 * complete limit was not back before Reset. After Reset that shows the same (`bucket-next-step`).
 */
function missedBefore(evidence: Evidence, claims: readonly Refusal[], reading: Reading): boolean {
  const claim = latest(
    claims.filter(({ received }) => received <= reading.sent),
    ({ reset = 0 }) => reset,
  );
  if (claim?.reset === undefined) return false;
  const wait = claim.reset * 1_000 - decidedFrom(evidence, claim);
  if (reading.sent - claim.received < 0.3 * wait) return false;
  if (isRefused(reading)) return decidedUntil(evidence, reading) <= claim.reset * 1_000;
  const missing = slotsMissing(evidence, reading, oursBetween(evidence, claim, reading));
  return isAdmitted(reading) && missing !== undefined && missing.from >= evidence.limit / 5;
}
