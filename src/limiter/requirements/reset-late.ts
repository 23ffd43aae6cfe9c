import { inSeconds } from '../evidence/describe.ts';
import { type Evidence, inPhase, latest, most } from '../evidence/evidence.ts';
import { refillExcluded } from '../evidence/exhaustion.ts';
import { isAdmitted, isRefused, type Reading, type Refusal } from '../evidence/reading.ts';
import { slowlyBackAt } from '../evidence/slow-return.ts';
import { certainlyNotWhole, decidedFrom, decidedUntil, oursBetween, slotsMissing } from '../evidence/whole-back.ts';
import { namesTheOldest } from './reset-probe.ts';

/** Later than a window after the last admitted request, roundings and the cells of a sliding counter (a tenth of a window) allowed for. */
function afterTheNewest(evidence: Evidence, claim: Refusal): boolean {
  const end = newestBefore(evidence, claim) + evidence.clock.to + evidence.windowMs;
  return (claim.reset ?? 0) * 1_000 > end + Math.max(1_000, evidence.windowMs / 8);
}

const newestBefore = ({ minute }: Evidence, claim: Refusal): number =>
  most(
    minute.filter((reading) => isAdmitted(reading) && reading.sent < claim.received).map(({ received }) => received),
  );

/** Well on the way to Reset, a good part of the limit was still missing, our own requests since set aside. */
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

/** Nothing may hide a Reset that is too late: it was looked at before, and a refill's own numbers agree with it. */
export function tooLatePossible(evidence: Evidence, claims: readonly Refusal[]): string | undefined {
  const reset = most(claims.map((claim) => claim.reset ?? 0));
  if (!evidence.minute.some((reading) => missedBefore(evidence, claims, reading)))
    return 'nothing sent well between the first refusal and Reset shows that the limit was not yet back then';
  if (
    !namesTheOldest(evidence) &&
    claims.some((claim) => afterTheNewest(evidence, claim) && !slowlyBackAt(evidence, claim.reset ?? 0))
  )
    return 'Reset lies after the end of every window that the last admitted request can lie in: it may be too late, or refused requests count too';
  const half = inPhase(evidence.minute, 'half-window').find(isAdmitted);
  if (half?.reset === undefined || half.remaining === undefined || refillExcluded(evidence)) return undefined;
  // A new window began meanwhile: its own end is not yet to be looked at.
  if (half.reset - reset >= evidence.windowMs / 1_000 - 2) return undefined;
  const whole = decidedUntil(evidence, half) + (evidence.limit - half.remaining + 1) / evidence.perMs;
  if (half.reset * 1_000 <= whole + 2_000 || !certainlyNotWhole(evidence, half)) return undefined;
  return `with Remaining ${half.remaining} at ${evidence.limit} a window the limit would be back ${inSeconds(half.reset * 1_000 - whole)} before Reset ${half.reset}`;
}
