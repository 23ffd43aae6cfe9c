import { because, type Outcome, observed, undecided } from '../../rules/outcome.ts';
import { type Evidence, inPhase, inTenths, latest } from '../evidence/evidence.ts';
import { appliedLimit } from '../evidence/policy.ts';
import { isAdmitted, type Refusal } from '../evidence/reading.ts';
import { decidedFrom, oursBetween, slotsMissing } from '../evidence/whole-back.ts';
import { AT_RESET } from './reset-true.ts';

/** How much was back at each list after Reset, by Remaining, and how many milliseconds later. */
function restoredAfter(evidence: Evidence, claim: Refusal): { since: number; back: number }[] {
  const limit = appliedLimit(evidence);
  return inPhase(evidence.admittedLists, ...AT_RESET).flatMap((list) => {
    const since = decidedFrom(evidence, list) - (claim.reset ?? 0) * 1_000;
    const missing = slotsMissing(evidence, list, oursBetween(evidence, claim, list, isAdmitted))?.to;
    return since < 0 || missing === undefined ? [] : [{ since, back: Math.max(0, limit - Math.max(0, missing)) }];
  });
}

const lastClaim = ({ refusals }: Evidence): Refusal | undefined =>
  latest(
    refusals.filter(({ reset }) => reset !== undefined),
    ({ sent }) => sent,
  );

/** Whether the complete limit was back at Reset. */
export function isAllRestored(evidence: Evidence): boolean {
  const claim = lastClaim(evidence);
  const [first] = claim === undefined ? [] : restoredAfter(evidence, claim);
  return first !== undefined && first.back >= appliedLimit(evidence);
}

/**
 * limit.reset-restores (info): how much of the limit is back at Reset, and how much more when the key is asked again.
 *
 *   61 s   sent  list ──► 200, Remaining 59    all
 *   61 s   sent  list ──► 200, Remaining 0     1 request
 *   91 s   sent  list ──► 200, Remaining 29    and 30 more 30 s later: a weighted counter, or a bucket
 */
export function observeRestored(evidence: Evidence): Outcome {
  const claim = lastClaim(evidence);
  if (claim === undefined) return undecided(because('no-reset-of-minute'));
  const shown = restoredAfter(evidence, claim);
  const [first] = shown;
  const last = shown.at(-1);
  if (first === undefined || last === undefined)
    return undecided(because('nothing-after-reset', { reset: claim.reset ?? null }));
  if (isAllRestored(evidence)) return observed({ restored: 'all' }, shown.length);
  const later = last === first ? {} : { secondsLater: inTenths(last.since - first.since), restoredThen: last.back };
  return observed({ restored: 'a part', requests: first.back, of: appliedLimit(evidence), ...later }, shown.length);
}
