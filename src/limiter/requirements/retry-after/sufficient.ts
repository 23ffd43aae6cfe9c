import {
  because,
  brokenUnless,
  type Finding,
  found,
  holds,
  type Outcome,
  outcomeOf,
  undecided,
} from '../../../rules/outcome.ts';
import { HEADERS } from '../../../spec/headers.ts';
import { type Evidence, inSeconds, most } from '../../evidence/evidence.ts';
import { dayAnswers } from '../../evidence/policy.ts';
import { type Promised, promiseOf, promises } from '../../evidence/promise.ts';
import { headerOf, isAdmitted, isRefused, type Reading, type Refusal } from '../../evidence/reading.ts';

/** Maximum neighbours that a refusal is compared with: a flood of refusals must remain affordable. */
const NEIGHBOURS = 12;

/** A promised moment had passed when a later request was sent, and that request was refused. */
interface Violation {
  readonly promise: Promised;
  readonly again: Refusal;
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
  const [worst] = violationsOf(evidence, promised).sort((a, b) => a.used - b.used);
  if (worst !== undefined) {
    const { promise, again, used } = worst;
    if (promiseOf(evidence, again)?.none === true) return outcomeOf([violationFinding(worst)], subjects);
    if (used > 0) return undecided(because('own-requests-explain-refusal', { text: promise.text, used }), subjects);
    // Requests of other clients at exactly these moments are an accident that does not happen twice.
    return brokenUnless(because('restart-or-set-clock'), violationFinding(worst), subjects);
  }
  if (tested(evidence, promised)) return holds(subjects);
  const last = most(evidence.minute.map(({ sent }) => sent));
  const [first] = promised;
  if (first !== undefined && promised.every(({ due }) => due > last))
    return undecided(because('retry-after-not-waited', { value: first.text }), subjects);
  return undecided(because('no-admission-after-wait'), subjects);
}

const isDated = ({ text }: Promised): boolean => !/^\d+$/.test(text);

function violationsOf(evidence: Evidence, promised: readonly Promised[]): Violation[] {
  const { refusals, minute } = evidence;
  const byRefusal = new Map(promised.map((promise) => [promise.refusal, promise]));
  return refusals.flatMap((again, index) => {
    const near = refusals.slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS);
    const broken = near
      .flatMap((refusal) => byRefusal.get(refusal) ?? [])
      .filter((promise) => isViolated(evidence, promise, again, near));
    // A later refusal of ours may have moved the moment of an earlier promise.
    return broken.slice(-1).flatMap((promise) => {
      const used = usedBy(minute, promise.refusal, again);
      // Kept: a later request of ours may have used the promised slot. A lost response may have extended the wait.
      const isKept = used.some((other) => isAdmitted(other) && other.sent >= promise.refusal.received);
      return isKept ? [] : [{ promise, again, used: used.length }];
    });
  });
}

function isViolated(evidence: Evidence, { refusal, due }: Promised, again: Refusal, near: readonly Refusal[]): boolean {
  if (refusal === again || again.sent < due || again.sent < refusal.received) return false;
  const others = near.filter((other) => other !== again);
  return again.sent >= prolongedTo(evidence, refusal, due, others);
}

/** Our own requests that were not refused meanwhile: any of them may have used the promise. */
function usedBy(minute: readonly Reading[], refusal: Reading, again: Reading): Reading[] {
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
