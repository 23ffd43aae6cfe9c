import { looksLikeTimestamp } from '../../../exchange/rate-headers.ts';
import {
  because,
  type Finding,
  found,
  notApplicable,
  type Outcome,
  outcomeOf,
  undecided,
} from '../../../rules/outcome.ts';
import { type Evidence, inSeconds, least, most } from '../../evidence/evidence.ts';
import { dayAnswers } from '../../evidence/policy.ts';
import { isAdmitted, type Refusal, retryAfterOf } from '../../evidence/reading.ts';
import { decidedFrom, decidedUntil } from '../../evidence/whole-back.ts';

interface Delay {
  readonly refusal: Refusal;
  readonly seconds: number;
}

/**
 * limit.retry-after-unit: a number means seconds.
 *
 *   0 s       sent  list ──► 429, Retry-After: 30000
 *   30 s      sent  list ──► 200                       failed: as milliseconds the number fits, as seconds it is eight hours
 *
 *   0 s       sent  list ──► 429, Retry-After: 30
 *   0.033 s   sent  get  ──► 429                       passed: the number does not mean 30 ms
 *
 *   0 s       sent  list ──► 429, Retry-After: 60, Reset 60 s ahead   passed: both show the same moment
 */
export function judgeRetryAfterUnit(evidence: Evidence): Outcome {
  const numbers = evidence.refusals.flatMap((refusal): Delay[] => {
    const value = retryAfterOf(refusal);
    return value?.kind === 'seconds' ? [{ refusal, seconds: value.seconds }] : [];
  });
  const subjects = numbers.length;
  if (subjects === 0)
    return evidence.refusals.some((refusal) => retryAfterOf(refusal)?.kind === 'date')
      ? notApplicable(because('retry-after-is-date'))
      : undecided(because('no-retry-after-number'));
  const stamp = numbers.find(({ seconds }) => looksLikeTimestamp(seconds));
  if (stamp !== undefined) {
    const params = { value: stamp.seconds, years: Math.round(stamp.seconds / 31_557_600) };
    return outcomeOf([found('retry-after-timestamp', params, stamp.refusal)], subjects);
  }
  const far = numbers.flatMap((delay) => farTooLong(evidence, delay) ?? []);
  if (far.length > 0 && far.every(({ fits }) => fits)) return outcomeOf(far.slice(0, 3).map(inMilliseconds), subjects);
  if (dayAnswers(evidence)) return undecided(because('day-limit-answered'), subjects);
  // As milliseconds, a number of up to three windows would not be a wait; beyond, an hour and milliseconds look alike (`retry-after-an-hour`).
  const unclear = numbers.find(
    (delay) => delay.seconds * 1_000 > 3 * evidence.windowMs && !endsAtReset(evidence, delay),
  );
  if (unclear !== undefined)
    return undecided(because('retry-after-unit-unknown', { value: unclear.seconds }), subjects);
  return outcomeOf([], subjects);
}

/** Reset shows the same moment, so the number means seconds. Both may be rounded, and the wait may be padded. */
function endsAtReset(evidence: Evidence, { refusal, seconds }: Delay): boolean {
  if (refusal.reset === undefined) return false;
  const early = refusal.reset - 1 - decidedUntil(evidence, refusal) / 1_000;
  const late = refusal.reset + 2 - decidedFrom(evidence, refusal) / 1_000;
  return seconds > 2 && seconds >= early && seconds <= late && late - early <= 20;
}

interface FarWait extends Delay {
  /** An admission limits the needed wait from above. */
  readonly needed: number;
  /** As milliseconds it agrees with the evidence. An hour in seconds is too long, but its unit is right. */
  readonly fits: boolean;
}

/** A wait much longer than the needed one, about a thousand times, as one in milliseconds is. */
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
  found('retry-after-milliseconds', { value: seconds, needed: inSeconds(needed) }, refusal);
