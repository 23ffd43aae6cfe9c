import { because, type Reason } from '../../../rules/outcome.ts';
import { type Evidence, inPhase, inSeconds, latest, most } from '../../evidence/evidence.ts';
import { refillExcluded } from '../../evidence/exhaustion.ts';
import { slowlyBackAt } from '../../evidence/gradual-return.ts';
import { isAdmitted, isRefused, type Reading, type Refusal } from '../../evidence/reading.ts';
import { certainlyNotWhole, decidedFrom, decidedUntil, oursBetween, slotsMissing } from '../../evidence/whole-back.ts';
import { namesTheOldest } from './at-reset.ts';

/**
 * Later than a window after the last admitted request, allowing for rounding and the cells of a sliding counter (a
 * tenth of a window).
 */
function afterTheNewest(evidence: Evidence, claim: Refusal): boolean {
  const end = newestBefore(evidence, claim) + evidence.clock.to + evidence.windowMs;
  return (claim.reset ?? 0) * 1_000 > end + Math.max(1_000, evidence.windowMs / 8);
}

const newestBefore = ({ minute }: Evidence, claim: Refusal): number =>
  most(
    minute.filter((reading) => isAdmitted(reading) && reading.sent < claim.received).map(({ received }) => received),
  );

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

/**
 * Nothing may hide a Reset that is too late: a request was sent before it, and a refill's own numbers agree with it.
 */
export function tooLatePossible(evidence: Evidence, claims: readonly Refusal[]): Reason | undefined {
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
  if (half.reset * 1_000 <= whole + 2_000 || !certainlyNotWhole(evidence, half)) return undefined;
  const early = inSeconds(half.reset * 1_000 - whole);
  return because('refill-complete-before-reset', {
    remaining: half.remaining,
    limit: evidence.limit,
    early,
    reset: half.reset,
  });
}
