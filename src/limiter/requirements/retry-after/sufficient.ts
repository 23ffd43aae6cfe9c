import { because, brokenUnless, type Finding, found, holds, type Outcome, undecided } from '../../../rules/outcome.ts';
import { HEADERS } from '../../../spec/headers.ts';
import { banSuspected, dayAnswers } from '../../evidence/day.ts';
import { type Evidence, inSeconds, most } from '../../evidence/evidence.ts';
import { allOurs, drawn, SPARE } from '../../evidence/exhaustion.ts';
import { type Promised, prolongedBy, prolongingExcluded, promiseOf, promises } from '../../evidence/promise.ts';
import { headerOf, isAdmitted, isRefused, isUnanswered, type Reading, type Refusal } from '../../evidence/reading.ts';
import { othersSeen } from '../../evidence/remaining.ts';
import { decidedFrom, possiblyInWindow } from '../../evidence/whole-back.ts';

/** Maximum neighbours that a refusal is compared with: a flood of refusals must remain affordable. */
const NEIGHBOURS = 12;

/** A promised moment had passed when a later request was sent, and that request was refused. */
interface Violation {
  readonly promise: Promised;
  readonly again: Refusal;
  /** Requests of other clients that would explain it under the most favourable reading. */
  readonly others: number;
  /** Requests of our own that may have used what was promised. */
  readonly used: number;
}

/**
 * limit.retry-after-sufficient: every refusal's wait is compared with every later refusal.
 *
 *   0 s       sent  list ──► 429, Retry-After 12   admitted from 12 s on
 *   12.05 s   sent  list ──► 200                   passed
 *   12.05 s   sent  list ──► 429, Retry-After 0    failed: rounded down
 */
export function judgeRetryAfterKept(evidence: Evidence): Outcome {
  const promised = promises(evidence, evidence.refusals);
  const subjects = promised.length;
  if (subjects === 0) return undecided(evidence.refusals.length === 0 ? because('no-429') : because('no-retry-after'));
  if (!evidence.experiment.complete) return undecided(because('experiment-incomplete'), subjects);
  if (dayAnswers(evidence)) return undecided(because('day-limit-answered'), subjects);
  const violations = violationsOf(evidence, promised);
  const certain = violations.filter(
    (violation) =>
      !byAnotherClock(violation) &&
      (violation.others > SPARE + othersSeen(evidence) ||
        saysNone(evidence, violation.again) ||
        violation.promise.none),
  );
  if (certain.length > 0) return { kind: 'broken', findings: certain.slice(0, 3).map(violationFinding), subjects };
  const [open] = violations;
  if (open !== undefined) return openViolation(open, subjects);
  if (banSuspected(evidence)) return undecided(because('ban-suspected'), subjects);
  if (tested(evidence, promised)) return holds(subjects);
  const last = most(evidence.minute.map(({ sent }) => sent));
  const [first] = promised;
  if (first !== undefined && promised.every(({ due }) => due > last))
    return undecided(because('retry-after-not-waited', { value: first.text }), subjects);
  return undecided(because('no-admission-after-wait'), subjects);
}

/**
 * Requests of other clients at exactly these moments are an accident that does not happen twice. Our own requests
 * always explain it.
 */
function openViolation(violation: Violation, subjects: number): Outcome {
  const { used, others, promise } = violation;
  if (used > 0) return undecided(because('own-requests-explain-refusal', { text: promise.text, used }), subjects);
  const cause = byAnotherClock(violation)
    ? because('clock-off-by-less-than-a-second')
    : because('other-requests', { requests: others });
  return brokenUnless(cause, violationFinding(violation), subjects);
}

/** A date is read by the clock of Date; the limiter's own clock may differ by less than a second. */
const byAnotherClock = ({ promise, again }: Violation): boolean =>
  isDated(promise) && !promise.none && again.sent - promise.due < 1_000;

const isDated = ({ text }: Promised): boolean => !/^\d+$/.test(text);

const saysNone = (evidence: Evidence, refusal: Refusal): boolean => promiseOf(evidence, refusal)?.none === true;

function violationsOf(evidence: Evidence, promised: readonly Promised[]): Violation[] {
  const byRefusal = new Map(promised.map((promise) => [promise.refusal, promise]));
  return evidence.refusals.flatMap((again, index) => {
    const near = evidence.refusals.slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS);
    const broken = near
      .flatMap((refusal) => byRefusal.get(refusal) ?? [])
      .filter((promise) => isViolated(evidence, promise, again, near));
    // A later refusal of ours may have moved the moment of an earlier promise.
    const standing = prolongingExcluded(evidence) ? broken : broken.slice(-1);
    const violations = standing.flatMap((promise) => {
      const used = usedBy(evidence, promise.refusal, again);
      // Kept: a later request of ours may have used the promised slot.
      if (used.some((other) => isAdmitted(other) && other.sent >= promise.refusal.received)) return [];
      // A lost response may have extended the wait and announced it.
      const lost = used.some(isUnanswered);
      const others = lost ? 0 : othersFor(evidence, promise, again) - used.length;
      return [{ promise, again, used: used.length, others }];
    });
    return violations.sort((a, b) => b.others - a.others).slice(0, 1);
  });
}

function isViolated(evidence: Evidence, { refusal, due }: Promised, again: Refusal, near: readonly Refusal[]): boolean {
  if (refusal === again || again.sent < due || again.sent < refusal.received) return false;
  const others = near.filter((other) => other !== again);
  return again.sent >= prolongedTo(evidence, refusal, due, others);
}

/** Our own requests that were not refused meanwhile: any of them may have used the promise. */
function usedBy({ minute }: Evidence, refusal: Reading, again: Reading): Reading[] {
  return minute.filter(
    (other) => !isRefused(other) && other.received > refusal.sent && other.sent < again.received && other !== again,
  );
}

/** The wait, extended by those early requests of ours whose own refusal announced that. */
function prolongedTo(evidence: Evidence, refusal: Reading, due: number, near: readonly Refusal[]): number {
  let until = due;
  for (const other of near) {
    if (other === refusal || other.received <= refusal.sent || other.sent >= until) continue;
    until = Math.max(until, promiseOf(evidence, other)?.due ?? Infinity);
  }
  return until;
}

/**
 * When the promised wait was over, some quota was back. Fixed windows: all of it. A rolling window that only we filled:
 * nothing until our first request is a window old, so an earlier promise is false even with other clients; later, all
 * except our requests in the window before. Refill, or the cells of a counter: one slot, and N/W per second since then.
 * A refused request of another client may have extended the wait.
 */
function othersFor(evidence: Evidence, { due, refusal }: Promised, again: Reading): number {
  const { limit, perMs, windowMs } = evidence;
  const first = drawn(evidence)[0]?.sent ?? Infinity;
  const early = allOurs(evidence) && due < first + windowMs;
  const rolling = early ? Infinity : Math.max(1, limit - possiblyInWindow(evidence, again));
  // From a second cell with half of the limit, half as much expires; from one with only our first request, almost
  // nothing.
  const since = Math.max(0, again.sent - due - (early ? longestCell(evidence, refusal) : 0));
  const gradual = 1 + Math.floor(since * (early ? perMs : perMs / 2));
  return Math.min(limit, rolling, gradual, prolongedBy(evidence, due, again.sent));
}

/**
 * A cell ended between our first request and the refusal: then Reset, the moment at which the last cell expires, is a
 * cell later than a window.
 */
function longestCell(evidence: Evidence, { reset }: Refusal): number {
  const first = drawn(evidence)[0];
  if (first === undefined || reset === undefined) return Infinity;
  return Math.max(0, (reset + 1) * 1_000 - decidedFrom(evidence, first) - evidence.windowMs);
}

function violationFinding({ promise, again }: Violation): Finding {
  const value = headerOf(again, HEADERS.retryAfter);
  const params = {
    waited: inSeconds(again.sent - promise.refusal.received),
    text: promise.text,
    over: inSeconds(again.sent - promise.due),
  };
  return value === undefined
    ? found('refused-again-without-retry-after', params, promise.refusal, again)
    : found('refused-after-retry-after', { ...params, again: value }, promise.refusal, again);
}

/** Milliseconds after a promised moment in which a list must be sent to test it. */
const SOON = 2_000;

/** By so much, a service that renews its Date once a second can make the wait for a date longer. */
const LATE_DATE = 2_000;

/** A list was admitted soon after the moment that the previous refusal had promised. */
function tested({ admittedLists, refusals }: Evidence, promised: readonly Promised[]): boolean {
  const lastSent = refusals.at(-1)?.sent ?? 0;
  return promised.some((promise) => {
    const { refusal, due } = promise;
    const until = due + SOON + (isDated(promise) ? LATE_DATE : 0);
    return admittedLists.some(
      (list) =>
        list.sent >= due &&
        list.sent <= until &&
        (refusal.sent >= lastSent ||
          refusals.every((other) => other === refusal || other.sent > list.sent || other.received <= refusal.received)),
    );
  });
}
