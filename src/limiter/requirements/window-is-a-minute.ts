import { because, type Finding, found, holds, type Outcome, outcomeOf, undecided } from '../../rules/outcome.ts';
import { width } from '../evidence/clock.ts';
import { dayAnswers } from '../evidence/day.ts';
import { type Evidence, inPhase, inSeconds, lastBefore, latest } from '../evidence/evidence.ts';
import { allOurs, drawn, exhausted, refillExcluded, SPARE } from '../evidence/exhaustion.ts';
import { gradualReturn, slowWindowShown, steadyReturn } from '../evidence/gradual-return.ts';
import { prolongingExcluded, promises } from '../evidence/promise.ts';
import { isAdmitted, type Reading, type Refusal } from '../evidence/reading.ts';
import { LATER, refillsSeen } from '../evidence/refills.ts';
import { othersSeen, remainingAccount } from '../evidence/remaining.ts';
import { stepsExplain } from '../evidence/steps.ts';
import { decidedFrom, decidedUntil, oursBetween, slotsMissing } from '../evidence/whole-back.ts';
import { namesWindow } from '../evidence/window.ts';
import { refillsInSteps, resetFollowsRefill } from './refill-rate.ts';
import { judgeResetTruth } from './reset-true.ts';

/**
 * limit.window-is-a-minute: the window is as long as configured.
 *
 *   0 s    sent  list ──► 200, Remaining 59, Reset 60 s    the only request in use: Reset shows the length
 *   0 s    sent  59 lists, all admitted, then 429, Reset 60 s
 *   61 s   sent  list ──► 200, Remaining 59, Reset 121 s   passed: at Reset the limit was back
 *   31 s   sent  list ──► 200, Remaining 59, Reset 61 s    failed, if the Reset before was 30 s
 */
export function judgeWindowLength(evidence: Evidence): Outcome {
  const findings = [shorter(evidence), longer(evidence)].flatMap((one) => one ?? []);
  if (findings.length > 0) return outcomeOf(findings, findings.length);
  if (exhausted(evidence) === undefined) return undecided(because('key-not-exhausted'));
  if (dayAnswers(evidence)) return undecided(because('day-limit-answered'));
  const refills = refillsSeen(evidence).filter(({ capped }) => !capped);
  const refill = refills.find(
    ({ perWindow }) => perWindow.to <= 1.5 * evidence.limit && perWindow.from >= evidence.limit / 1.5,
  );
  if (refill !== undefined && resetFollowsRefill(evidence)) return holds(refills.length);
  if (refillsInSteps(evidence, refills)) return holds(refills.length);
  const reset = judgeResetTruth(evidence);
  if (reset.kind === 'broken') return undecided(because('reset-is-wrong'));
  if (reset.kind !== 'holds') return undecided(because('reset-not-confirmed'));
  const shown = [
    ...lengthsShown(evidence),
    ...oldestCellLeft(evidence),
    ...gradualReturn(evidence),
    ...steadyReturn(evidence),
    ...slowWindowShown(evidence),
  ];
  if (shown.length > 0) return holds(shown.length);
  return undecided(
    evidence.windowMs < 20_000 ? because('window-too-short-to-measure') : because('window-length-not-shown'),
  );
}

/** If the limit comes back as a whole, two Resets less than a window apart are a violation. */
function shorter(evidence: Evidence): Finding | undefined {
  const { windowMs } = evidence;
  const named = evidence.refusals.filter((refusal) => namesWindow(evidence, refusal));
  for (const probe of inPhase(evidence.admittedLists, ...LATER)) {
    const claim = lastBefore(named, probe);
    if (claim?.reset === undefined || probe.reset === undefined) continue;
    const apart = (probe.reset - claim.reset) * 1_000;
    // Each is rounded by less than a second, one up and the other down at worst.
    if (apart > windowMs - 2_000 || apart <= 1_000) continue;
    // limit.reset-true judges quota that is back before Reset. It may also be quota of requests that have left a rolling window of small cells.
    if (decidedUntil(evidence, probe) < (claim.reset - 1) * 1_000) continue;
    if (!wholeAtOnce(evidence, claim, probe, apart) || stepsExplain(evidence, claim, probe)) continue;
    const moved = { apart: apart / 1_000, before: claim.reset, after: probe.reset };
    const params = { ...moved, window: windowMs / 1_000, remaining: probe.remaining ?? null };
    return found('window-too-short', params, claim, probe);
  }
  return undefined;
}

/**
 * More is back than a refill can have returned, or than can have left a rolling window. The Resets of a rolling window of cells are the ends
 * of two of them, so a cell is at most `apart` milliseconds long, and its requests leave that much early. A long cell is as wrong as a
 * short window.
 */
function wholeAtOnce(evidence: Evidence, claim: Refusal, probe: Reading, apart: number): boolean {
  const { limit, windowMs, perMs } = evidence;
  if (probe.remaining === undefined) return false;
  const margin = SPARE + othersSeen(evidence);
  const cell = apart <= windowMs / 4 ? apart : 0;
  const inWindow = drawn(evidence).filter(({ sent }) => sent >= probe.received - windowMs + cell).length;
  const refilled = refillExcluded(evidence) ? 0 : 2 + (probe.received - claim.sent) * perMs;
  return probe.remaining > limit - inWindow + margin && probe.remaining > refilled + margin;
}

/** Refused more than a window after the last admitted request, and not because of a wait that the refusals extended. */
function longer(evidence: Evidence): Finding | undefined {
  const { refusals, windowMs, limit, minute } = evidence;
  const stated = promises(evidence, refusals);
  for (const refusal of refusals) {
    const before = minute.filter(({ received }) => received <= refusal.sent);
    const last = latest(before.filter(isAdmitted), ({ received }) => received);
    if (last === undefined || refusal.sent - last.received <= windowMs + 1_000) continue;
    const ours = minute.filter(
      (other) => other !== refusal && other.received >= refusal.sent - windowMs && other.sent <= refusal.received,
    ).length;
    // A counter with two cells looks back two windows, but N / W per second expire in the second of them.
    const free = limit * Math.min(1, (refusal.sent - last.received - windowMs) / windowMs) - ours;
    if (free <= 1 + SPARE + othersSeen(evidence)) continue;
    const penalty = stated.some(
      (promise) =>
        promise.refusal !== refusal && promise.refusal.received <= refusal.sent && promise.due > refusal.sent,
    );
    // A lost response may have been a refusal that extended the wait and announced it.
    const lost = evidence.unanswered.some(({ sent, received }) => received > last.sent && sent < refusal.received);
    if ((penalty || lost || !prolongingExcluded(evidence)) && !saidBefore(evidence, refusal)) continue;
    const params = { after: inSeconds(refusal.sent - last.received), window: windowMs / 1_000, ours };
    return found('window-too-long', params, last, refusal);
  }
  return undefined;
}

/** The admitted responses, before any refusal, showed a window that is too long and lasts until this refusal. */
function saidBefore(evidence: Evidence, refusal: Reading): boolean {
  const lists = drawn(evidence).filter(({ reset }) => reset !== undefined);
  const first = lists[0];
  if (first === undefined) return false;
  const ahead = (first.reset ?? 0) * 1_000 - decidedUntil(evidence, first);
  return ahead > evidence.windowMs + 2_000 && (first.reset ?? 0) * 1_000 > decidedFrom(evidence, refusal);
}

/**
 * Readings that show the length: a Reset one window after the only request in use, or after the first of N that were all ours, or two
 * Resets of consecutive windows.
 */
function lengthsShown(evidence: Evidence): Reading[] {
  const { windowMs, limit } = evidence;
  const after = remainingAccount(evidence)?.convention !== 'before';
  const lists = evidence.admittedLists.filter((list) => namesWindow(evidence, list));
  const claims = evidence.refusals.filter((refusal) => namesWindow(evidence, refusal));
  const first = allOurs(evidence) && refillExcluded(evidence) ? drawn(evidence)[0] : undefined;
  const fromFirst = [
    ...lists.filter((list) => list.remaining === limit - (after ? 1 : 0) && endsWindowOf(evidence, list, list)),
    ...claims.filter((claim) => first !== undefined && endsWindowOf(evidence, first, claim)),
  ];
  // A response shows a moment more than a window ahead: then the others may do so by chance.
  const far = evidence.admittedLists.some(
    (list) => (list.reset ?? 0) * 1_000 - decidedUntil(evidence, list) > windowMs + 2_000,
  );
  if (far || backEarly(evidence) || inPhase(evidence.minute, 'half-window').some(isAdmitted)) return [];
  if (fromFirst.length > 0) return fromFirst;
  const back = inPhase(lists, 'recovery-retry-after', 'recovery-reset');
  const apart = claims.flatMap((claim) => back.map((list) => (list.reset ?? 0) - (claim.reset ?? 0)));
  return windowMs >= 6_000 &&
    apart.length > 0 &&
    apart.every((seconds) => Math.abs(seconds * 1_000 - windowMs) <= 1_000)
    ? back
    : [];
}

/**
 * At Reset, the oldest cell of a rolling window left, with our first request in it: then the next Reset is a cell later.
 *
 *   0 s     sent  list ──► 200              the first request, 2 s after the beginning of its cell
 *   1 s     sent  list ──► 429, Reset 58 s
 *   59 s    sent  list ──► 200, Reset 60 s  cells of 2 s: the window is 58 to 60 s long
 */
function oldestCellLeft(evidence: Evidence): Reading[] {
  const { windowMs, clock, refusals } = evidence;
  const [first] = drawn(evidence);
  const claim = refusals.find((refusal) => namesWindow(evidence, refusal));
  if (first === undefined || claim?.reset === undefined || !allOurs(evidence) || !refillExcluded(evidence)) return [];
  const blur = 1_000 + width(clock) + first.received - first.sent;
  const age = claim.reset * 1_000 - decidedUntil(evidence, first);
  return inPhase(evidence.admittedLists, 'recovery-retry-after', 'recovery-reset').filter((list) => {
    const cell = ((list.reset ?? 0) - (claim.reset ?? 0)) * 1_000;
    return cell > 0 && cell <= windowMs / 8 + 1_000 && age >= windowMs - cell - blur && age <= windowMs + blur;
  });
}

/** Reset is rounded by less than a second. A wider blur would show any length. */
function endsWindowOf(evidence: Evidence, first: Reading, { reset = 0 }: Reading): boolean {
  const { windowMs, clock } = evidence;
  const ahead = reset * 1_000 - decidedUntil(evidence, first);
  const blur = (width(clock) + first.received - first.sent) / 2;
  return Math.abs(ahead + blur - windowMs) <= 1_000 + blur && 1_000 + blur <= windowMs / 3;
}

/**
 * Some quota came back although neither the window of Reset had ended nor the oldest of our requests was a window old.
 */
function backEarly(evidence: Evidence): boolean {
  const claim = exhausted(evidence);
  if (claim?.reset === undefined) return true;
  const { windowMs, minute } = evidence;
  // With N requests of the last calibration and the burst in the window, nothing older can have been in it.
  const lists = drawn(evidence);
  const full = lists.length + evidence.unanswered.length >= evidence.limit;
  const oldest = full
    ? lists[0]
    : minute.find((reading) => isAdmitted(reading) && reading.received >= claim.sent - windowMs);
  return minute.some((reading) => {
    if (!isAdmitted(reading) || reading.sent <= claim.received) return false;
    if (reading.received >= (oldest?.sent ?? 0) + windowMs) return false;
    if (decidedUntil(evidence, reading) < ((claim.reset ?? 0) - 1) * 1_000) return true;
    const served = oursBetween(evidence, claim, reading, (other) => isAdmitted(other) && other.sent > claim.received);
    return (slotsMissing(evidence, reading, served)?.from ?? 1) > 0;
  });
}
