import { oncePer } from '../../exchange/once.ts';
import { type Finding, holds, type Outcome, undecided } from '../../rules/outcome.ts';
import { resetUnitOf } from '../../rules/rate/reset-unit.ts';
import { HEADERS } from '../../spec/headers.ts';
import { banSuspected, dayAnswers } from '../evidence/day.ts';
import { finding, inSeconds } from '../evidence/describe.ts';
import { type Evidence, inPhase, latest, most } from '../evidence/evidence.ts';
import { drawn, refillExcluded } from '../evidence/exhaustion.ts';
import { showsDay } from '../evidence/policy.ts';
import { headerOf, isList, type Refusal } from '../evidence/reading.ts';
import { certainlyWhole, decidedFrom, decidedUntil } from '../evidence/whole-back.ts';
import { tooLatePossible } from './reset-late.ts';
import { testOf } from './reset-probe.ts';

/** limit.reset-true: at Reset (a second of rounding either way) the whole limit is back, and it was not back before. */
export const judgeResetTruth = oncePer((evidence: Evidence): Outcome => {
  const claims = evidence.refusals.filter(
    (refusal) => headerOf(refusal, HEADERS.reset) !== undefined && !showsDay(evidence, refusal),
  );
  const subjects = claims.length;
  if (evidence.refusals.length === 0) return undecided('no 429 was seen: the key was not exhausted');
  if (subjects === 0) return undecided('no refusal shows a Reset of the minute limit');
  if (dayAnswers(evidence)) return undecided("the day's limit seems to have answered", subjects);
  const past = claims.flatMap((claim) => alreadyPast(evidence, claim) ?? []);
  if (past.length > 0) return { kind: 'broken', findings: past.slice(0, 3), subjects };
  const early = wholeBefore(evidence, claims);
  if (early !== undefined) return { kind: 'broken', findings: [early], subjects };
  const readable = claims.filter(({ reset }) => reset !== undefined);
  if (readable.length === 0)
    return undecided(
      `Reset is not in Unix seconds (${claims.slice(0, 1).map((claim) => headerOf(claim, HEADERS.reset))}): no moment to look at`,
      subjects,
    );
  if (!evidence.experiment.complete) return undecided('the journal of the experiment is not whole', subjects);
  return atReset(evidence, readable);
});

/** A refusal that names a moment already past claims that the limit is back. */
function alreadyPast(evidence: Evidence, claim: Refusal): Finding | undefined {
  const text = headerOf(claim, HEADERS.reset) ?? '';
  const reset = claim.reset ?? (resetUnitOf(text) === 'delta' ? Number(text) : undefined);
  if (reset === undefined) return undefined;
  const late = decidedFrom(evidence, claim) - (reset + 1) * 1_000;
  if (late <= 0) return undefined;
  const by =
    claim.reset === undefined
      ? 'which reads as seconds from now'
      : `${inSeconds(late + 1_000)} before the server's now`;
  return finding(
    `refused with ${HEADERS.reset}: ${text}`,
    'the moment, in Unix seconds, at which the limit is back',
    `${text}, ${by}`,
    [claim],
  );
}

/** The whole limit was seen back though the refusals before named a later moment. */
function wholeBefore(evidence: Evidence, claims: readonly Refusal[]): Finding | undefined {
  // Another operation that is served meanwhile has, at worst, a limit of its own.
  for (const list of evidence.admittedLists) {
    if (!certainlyWhole(evidence, list)) continue;
    const claim = latest(
      claims.filter(({ received }) => received <= list.sent),
      ({ sent }) => sent,
    );
    if (claim === undefined) continue;
    const text = headerOf(claim, HEADERS.reset) ?? '';
    const unit = resetUnitOf(text);
    const reset = claim.reset ?? (unit === 'milliseconds' || unit === 'microseconds' ? Number(text) : undefined);
    if (reset === undefined) continue;
    // A refill that is whole but for a part of a slot may be shown as whole; a new window may not.
    const refilled = 2 + (list.received - claim.sent) * evidence.perMs;
    const opened =
      refillExcluded(evidence) ||
      (list.remaining ?? 0) > refilled ||
      (list.reset ?? 0) - reset >= evidence.windowMs / 1_000 - 2;
    const ahead = (reset - 1) * 1_000 - (opened ? 0 : 1 / evidence.perMs) - decidedUntil(evidence, list);
    if (ahead <= 0) continue;
    const unitText = claim.reset === undefined ? ` (it reads as ${unit})` : '';
    return finding(
      `the whole limit was back (Remaining ${list.remaining}) ${inSeconds(ahead + 1_000)} before ${HEADERS.reset}: ${text}${unitText}`,
      'not back before Reset',
      `Remaining ${list.remaining}`,
      [claim, list],
    );
  }
  return undefined;
}

const WITHOUT_ONE_CLOCK = {
  one: '',
  several: ": the answers' Dates are of several clocks",
  unknown: ": no answer has a Date, which would show the server's clock (RFC 9110 §6.6.1)",
} as const satisfies Record<Evidence['clock']['clocks'], string>;

function atReset(evidence: Evidence, claims: readonly Refusal[]): Outcome {
  const subjects = claims.length;
  const last = latest(claims, ({ sent }) => sent);
  const probes = inPhase(evidence.minute, 'recovery-reset', 'recovery-retry-after', 'half-window').filter(isList);
  const tests = probes.flatMap((probe) => testOf(evidence, claims, probe) ?? []);
  const broken = tests.flatMap(({ finding: found }) => found ?? []);
  if (broken.length > 0) return { kind: 'broken', findings: broken.slice(0, 3), subjects };
  const soon = tests.filter(({ isLate }) => isLate !== true);
  const open = (soon.length > 0 ? soon : tests).find(({ reason }) => reason !== undefined);
  if (open?.reason !== undefined) return undecided(open.reason, subjects);
  if (banSuspected(evidence))
    return undecided('the key was answered 401 or 403 after its refusals: banned (rule 5)?', subjects);
  if (tests.length === 0)
    return undecided(
      `nothing was sent after Reset ${last?.reset} had certainly passed${WITHOUT_ONE_CLOCK[evidence.clock.clocks]}`,
      subjects,
    );
  const lists = drawn(evidence);
  const span = most(lists.map(({ received }) => received)) - (lists[0]?.sent ?? 0);
  if (span > evidence.windowMs / 2)
    return undecided(
      `the limit was used up over ${inSeconds(span)}, too slowly to tell what Reset brought back`,
      subjects,
    );
  const doubt = tooLatePossible(evidence, claims);
  return doubt === undefined ? holds(subjects) : undecided(doubt, subjects);
}
