import { brokenUnless, type Finding, holds, type Outcome, undecided } from '../../rules/outcome.ts';
import { HEADERS } from '../../spec/headers.ts';
import { banSuspected, dayAnswers } from '../evidence/day.ts';
import { finding, inSeconds, plural } from '../evidence/describe.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { allOurs, drawn, SPARE } from '../evidence/exhaustion.ts';
import { prolongedBy, prolongingExcluded } from '../evidence/prolonging.ts';
import { type Promised, promiseOf, promises } from '../evidence/promise.ts';
import { headerOf, isAdmitted, isRefused, isUnanswered, type Reading, type Refusal } from '../evidence/reading.ts';
import { foreignSeen } from '../evidence/remaining.ts';
import { decidedFrom, possiblyInWindow } from '../evidence/whole-back.ts';

/** How many neighbours of a refusal are looked at: an experiment has few refusals, a flood of them must stay affordable. */
const NEIGHBOURS = 12;

/** A promise that was over when a later request was sent, which was refused all the same. */
interface Breach {
  readonly promise: Promised;
  readonly again: Refusal;
  /** Requests of somebody else that would explain it under the most favourable reading. */
  readonly strangers: number;
  /** Requests of our own that may have used what was promised. */
  readonly used: number;
}

/** limit.retry-after-sufficient: every refusal's wait is held against every later refusal (rule 4). */
export function judgeRetryAfterKept(evidence: Evidence): Outcome {
  const given = promises(evidence, evidence.refusals);
  const subjects = given.length;
  if (subjects === 0)
    return undecided(
      evidence.refusals.length === 0 ? 'no 429 was seen' : 'no refusal had a Retry-After that can be waited for',
    );
  if (!evidence.experiment.complete) return undecided('the journal of the experiment is not whole', subjects);
  if (dayAnswers(evidence))
    return undecided("the day's limit seems to have answered: its wait was not waited for", subjects);
  const breaches = breachesOf(evidence, given);
  const certain = breaches.filter(
    (breach) =>
      !byAnotherClock(breach) &&
      (breach.strangers > SPARE + foreignSeen(evidence) || saysNone(evidence, breach.again) || breach.promise.none),
  );
  if (certain.length > 0)
    return { kind: 'broken', findings: certain.slice(0, 3).map((breach) => breachFinding(breach)), subjects };
  const [open] = breaches;
  if (open !== undefined) return openBreach(open, subjects);
  if (banSuspected(evidence))
    return undecided('the key was answered 401 or 403 after its refusals: banned (rule 5)?', subjects);
  if (tested(evidence, given)) return holds(subjects);
  return undecided('no request was admitted right after a wait was over', subjects);
}

/** Other clients at the right moment are a mishap that does not happen twice; our own requests do. */
function openBreach(breach: Breach, subjects: number): Outcome {
  const found = breachFinding(breach);
  if (breach.used > 0) return undecided(`${found.message}: other requests of ours would explain it`, subjects);
  const mishap = byAnotherClock(breach)
    ? 'a clock of the limiter that is off by less than a second'
    : plural(breach.strangers, 'request of another client', 'requests of another client');
  return brokenUnless(mishap, found, subjects);
}

/** A date is read by the clock that Date shows; the limiter's own (a store's, another host's) may be off by less than a second. */
const byAnotherClock = ({ promise, again }: Breach): boolean =>
  !/^\d+$/.test(promise.text) && !promise.none && again.sent - promise.due < 1_000;

const saysNone = (evidence: Evidence, refusal: Refusal): boolean => promiseOf(evidence, refusal)?.none === true;

function breachesOf(evidence: Evidence, given: readonly Promised[]): Breach[] {
  const byRefusal = new Map(given.map((promise) => [promise.refusal, promise]));
  return evidence.refusals.flatMap((again, index) => {
    const near = evidence.refusals.slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS);
    const broken = near
      .flatMap((refusal) => byRefusal.get(refusal) ?? [])
      .filter((promise) => isBreach(evidence, promise, again, near));
    // A later refusal of ours may have moved the moment of an earlier promise.
    const standing = prolongingExcluded(evidence) ? broken : broken.slice(-1);
    const breaches = standing.flatMap((promise) => {
      const used = usedBy(evidence, promise.refusal, again);
      // Kept: the slot that was promised may have gone to a later request of ours.
      if (used.some((other) => isAdmitted(other) && other.sent >= promise.refusal.received)) return [];
      // A lost answer may have prolonged the wait, and said so.
      const lost = used.some(isUnanswered);
      const strangers = lost ? 0 : strangersFor(evidence, promise, again) - used.length;
      return [{ promise, again, used: used.length, strangers }];
    });
    return breaches.sort((a, b) => b.strangers - a.strangers).slice(0, 1);
  });
}

function isBreach(evidence: Evidence, { refusal, due }: Promised, again: Refusal, near: readonly Refusal[]): boolean {
  if (refusal === again || again.sent < due || again.sent < refusal.received) return false;
  const others = near.filter((other) => other !== again);
  return again.sent >= prolongedTo(evidence, refusal, due, others);
}

/** Requests of ours that were not refused meanwhile: any of them may have used the promise. */
function usedBy({ minute }: Evidence, refusal: Reading, again: Reading): Reading[] {
  return minute.filter(
    (other) => !isRefused(other) && other.received > refusal.sent && other.sent < again.received && other !== again,
  );
}

/** A request of ours that came too early may have prolonged the wait, if its own refusal said so; and so may one that came before that. */
function prolongedTo(evidence: Evidence, refusal: Reading, due: number, near: readonly Refusal[]): number {
  let until = due;
  for (const other of near) {
    if (other === refusal || other.received <= refusal.sent || other.sent >= until) continue;
    until = Math.max(until, promiseOf(evidence, other)?.due ?? Infinity);
  }
  return until;
}

/**
 * When the promise was over, some quota was back. Fixed windows: all of it. A rolling window that only we filled: nothing can be back
 * before our first request is a window old, so an earlier promise is false whoever came; later, all but what we sent in the window
 * before. Refill, or the cells of a counter: one slot and N/W a second since. And a refused request of somebody else may have
 * prolonged the wait.
 */
function strangersFor(evidence: Evidence, { due, refusal }: Promised, again: Reading): number {
  const { limit, perMs, windowMs } = evidence;
  const first = drawn(evidence)[0]?.sent ?? Infinity;
  const early = allOurs(evidence) && due < first + windowMs;
  const rolling = early ? Infinity : Math.max(1, limit - possiblyInWindow(evidence, again));
  // A second cell that holds but half of the limit lets half as much go; one that holds our first request alone lets next to nothing go.
  const since = Math.max(0, again.sent - due - (early ? longestCell(evidence, refusal) : 0));
  const gradual = 1 + Math.floor(since * (early ? perMs : perMs / 2));
  return Math.min(limit, rolling, gradual, prolongedBy(evidence, due, again.sent));
}

/** A cell's end between our first request and the refusal: then Reset, which names when the last cell has left, lies a cell later than a window. */
function longestCell(evidence: Evidence, { reset }: Refusal): number {
  const first = drawn(evidence)[0];
  if (first === undefined || reset === undefined) return Infinity;
  return Math.max(0, (reset + 1) * 1_000 - decidedFrom(evidence, first) - evidence.windowMs);
}

function breachFinding({ promise, again }: Breach): Finding {
  const value = headerOf(again, HEADERS.retryAfter);
  const waited = inSeconds(again.sent - promise.refusal.received);
  return finding(
    `waited ${waited} after \`Retry-After: ${promise.text}\`, refused again with ${value === undefined ? 'no Retry-After' : `\`Retry-After: ${value}\``}`,
    'admitted',
    '429',
    [promise.refusal, again],
  );
}

/** A list was admitted within two seconds of the moment that the refusal before it had promised. */
function tested({ admittedLists, refusals }: Evidence, given: readonly Promised[]): boolean {
  const lastSent = refusals.at(-1)?.sent ?? 0;
  return given.some(({ refusal, due }) =>
    admittedLists.some(
      (list) =>
        list.sent >= due &&
        list.sent <= due + 2_000 &&
        (refusal.sent >= lastSent ||
          refusals.every((other) => other === refusal || other.sent > list.sent || other.received <= refusal.received)),
    ),
  );
}
