import { type Finding, notApplicable, type Outcome, outcomeOf, undecided } from '../../rules/outcome.ts';
import { looksLikeTimestamp } from '../../rules/rate/retry-after.ts';
import { HEADERS } from '../../spec/headers.ts';
import { dayAnswers } from '../evidence/day.ts';
import { finding, inSeconds } from '../evidence/describe.ts';
import { type Evidence, latest, least, most } from '../evidence/evidence.ts';
import { promises } from '../evidence/promise.ts';
import { headerOf, isAdmitted, type Refusal, retryAfterOf } from '../evidence/reading.ts';
import { judgeResetTruth } from './reset-true.ts';

const NONE = 'no Retry-After was seen';

/** limit.retry-after-syntax: `delay-seconds` or an IMF-fixdate (RFC 9110 §10.2.3). */
export function judgeRetryAfterSyntax(evidence: Evidence): Outcome {
  const subjects = evidence.ownRefusals.filter((refusal) => headerOf(refusal, HEADERS.retryAfter) !== undefined);
  if (subjects.length === 0) return undecided(NONE);
  const findings = subjects.flatMap((refusal) => {
    const value = retryAfterOf(refusal);
    if (value?.kind !== 'invalid') return [];
    const text = headerOf(refusal, HEADERS.retryAfter) ?? '';
    return [
      finding(
        `Retry-After of #${refusal.seq}`,
        'digits, or an IMF-fixdate such as "Sat, 21 Nov 2026 05:00:00 GMT"',
        `${JSON.stringify(text)}: ${value.flaw}`,
        [refusal],
      ),
    ];
  });
  if (findings.length === 0 && !evidence.experiment.complete)
    return undecided('the journal of the experiment is not whole', subjects.length);
  return outcomeOf(findings.slice(0, 5), subjects.length);
}

interface Delay {
  readonly refusal: Refusal;
  readonly seconds: number;
}

function delays({ refusals }: Evidence): Delay[] {
  return refusals.flatMap((refusal) => {
    const value = retryAfterOf(refusal);
    return value?.kind === 'seconds' ? [{ refusal, seconds: value.seconds }] : [];
  });
}

/** limit.retry-after-unit: a number means seconds. */
export function judgeRetryAfterUnit(evidence: Evidence): Outcome {
  const numbers = delays(evidence);
  const subjects = numbers.length;
  if (subjects === 0)
    return evidence.refusals.some((refusal) => retryAfterOf(refusal)?.kind === 'date')
      ? notApplicable('Retry-After is a date: it has no unit to be mistaken')
      : undecided('no Retry-After with a number was seen');
  const stamp = numbers.find(({ seconds }) => looksLikeTimestamp(seconds));
  if (stamp !== undefined)
    return outcomeOf(
      [
        finding(
          `Retry-After of #${stamp.refusal.seq}`,
          'seconds to wait',
          `${stamp.seconds}: a Unix timestamp (as a wait, ${Math.round(stamp.seconds / 31_557_600)} years)`,
          [stamp.refusal],
        ),
      ],
      subjects,
    );
  const far = numbers.flatMap((delay) => farTooLong(evidence, delay) ?? []);
  if (far.length > 0 && far.every(({ fits }) => fits)) return outcomeOf(far.slice(0, 3).map(inMilliseconds), subjects);
  if (!evidence.experiment.complete) return undecided('the journal of the experiment is not whole', subjects);
  if (dayAnswers(evidence))
    return undecided("the day's limit seems to have answered: its wait is not seen to its end", subjects);
  const windowSeconds = evidence.windowMs / 1_000;
  const long = numbers.find(({ seconds }) => seconds > windowSeconds + 2);
  if (long !== undefined)
    return undecided(
      `Retry-After: ${long.seconds} is longer than a window, and what was seen does not show its unit`,
      subjects,
    );
  if (numbers.some((delay) => refusedLater(evidence, delay) || delay.seconds <= 2)) return outcomeOf([], subjects);
  return undecided('nothing was sent between the refusals and the end of their waits: the unit is not shown', subjects);
}

interface FarWait extends Delay {
  /** An admission bounds from above the wait that was needed. */
  readonly needed: number;
  /** As milliseconds it agrees with what was seen. An hour in seconds does not: it is too long, and no mistaken unit. */
  readonly fits: boolean;
}

/** A wait far beyond the one that was needed, as one in milliseconds is: about a thousand times. */
function farTooLong({ minute, refusals, windowMs }: Evidence, { refusal, seconds }: Delay): FarWait | undefined {
  const freed = least(
    minute.filter((reading) => isAdmitted(reading) && reading.sent >= refusal.received).map(({ received }) => received),
  );
  const needed = freed - refusal.received;
  if (freed === Infinity || seconds * 1_000 <= 20 * Math.max(needed, 1_000) || seconds * 1_000 <= 3 * windowMs)
    return undefined;
  const refusedFor = most(
    refusals.filter(({ sent }) => sent > refusal.received && sent < freed).map(({ sent }) => sent - refusal.received),
  );
  const fits = seconds >= refusedFor - 1_000 && seconds <= Math.max(needed, windowMs) + 2_000;
  return { refusal, seconds, needed, fits };
}

const inMilliseconds = ({ refusal, seconds, needed }: FarWait): Finding =>
  finding(
    `Retry-After: ${seconds} of #${refusal.seq}, admitted ${inSeconds(needed)} later`,
    'seconds',
    `${seconds}, which reads as milliseconds`,
    [refusal],
  );

/** Refused when the wait, read as milliseconds, was over: then it was meant otherwise. */
function refusedLater({ refusals }: Evidence, { refusal, seconds }: Delay): boolean {
  return refusals.some(({ sent }) => sent > refusal.received + seconds + 1);
}

/** limit.retry-after-reasonable (should): not longer than the rest of the window, by Reset where that was seen to be true, plus rounding. */
export function judgeRetryAfterReasonable(evidence: Evidence): Outcome {
  const subjects = promises(evidence, evidence.refusals);
  if (subjects.length === 0) return undecided('no Retry-After that can be read was seen');
  if (dayAnswers(evidence)) return undecided("the day's limit seems to have answered", subjects.length);
  const last = latest(evidence.refusals, ({ sent }) => sent);
  const resetHolds = judgeResetTruth(evidence).kind === 'holds';
  const findings = subjects.flatMap(({ refusal, text, due }) => {
    const reset = refusal.reset === undefined ? -Infinity : refusal.reset * 1_000 - evidence.clock.from + 2_000;
    const window = refusal.received + evidence.windowMs + 2_000;
    const generous = Math.max(window, Math.min(reset, window + evidence.windowMs));
    // Rounded up and padded by a second, it counts from the receipt.
    const exact = reset + 1_000 + refusal.received - refusal.sent;
    if (due <= (resetHolds && refusal.reset !== undefined ? Math.min(exact, generous) : generous)) return [];
    return [
      finding(
        `Retry-After: ${text} of #${refusal.seq}`,
        `at most the rest of a window of ${evidence.experiment.windowSeconds} s, plus rounding`,
        `a wait of ${inSeconds(due - refusal.received)}`,
        [refusal, last],
      ),
    ];
  });
  if (findings.length > 0)
    return { kind: 'broken', findings: findings.slice(0, 3), subjects: subjects.length, level: 'should' };
  return evidence.experiment.complete
    ? outcomeOf([], subjects.length)
    : undecided('the journal of the experiment is not whole', subjects.length);
}
