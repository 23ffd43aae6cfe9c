import { because, type Conclusion, inconclusive, observed } from '../../rules/conclusion.ts';
import { TWO_ROUNDINGS_MS } from '../../spec/headers.ts';
import { announcedWaits } from '../evidence/announced-wait.ts';
import { type Evidence, inPhase, inTenths, oursBetween } from '../evidence/evidence.ts';
import { refillExcluded, refusalAtExhaustion, slotsMissing } from '../evidence/exhaustion.ts';
import { backWithNewWindow } from '../evidence/refills.ts';
import { isAdmitted, type Refusal } from '../evidence/requests.ts';
import { decidedFrom } from '../evidence/server-clock.ts';
import { legalFits } from '../models/legal-fits.ts';
import { AT_RESET } from './reset-true.ts';

// Observations of the limiter, which are not judged.

/** The algorithms that fit with the plan's limit and window. `class` names the only one. */
export function algorithmOf(evidence: Evidence) {
  const algorithms =
    refusalAtExhaustion(evidence) === undefined ? [] : legalFits(evidence).map(({ model }) => model.algorithm);
  const fits = [...new Set(algorithms)];
  const [only = 'not determined'] = fits.length === 1 ? fits : [];
  return { class: only, fits };
}

/** Whether the limit refills continuously; null if the record does not show it. */
export function continuousRefill(evidence: Evidence): boolean | null {
  if (refillExcluded(evidence) || backWithNewWindow(evidence)) return false;
  return algorithmOf(evidence).class === 'bucket' ? true : null;
}

/** limit.algorithm (info): the limiters that fit. */
export function observeAlgorithm(evidence: Evidence): Conclusion {
  if (evidence.refusals.length === 0) return inconclusive(because('no-429'));
  return observed(algorithmOf(evidence), evidence.unpaced.length);
}

/** limit.rejects-count (info): whether a refused request moves the moment from which on requests are admitted again. */
export function observeRejects(evidence: Evidence): Conclusion {
  const waits = announcedWaits(evidence);
  const first = waits[0];
  const end = waits.at(-1);
  if (first === undefined || end === undefined || end.refusal.sent - first.refusal.received < TWO_ROUNDINGS_MS)
    return inconclusive(because('no-two-waits'), waits.length);
  if (end.refusal.sent > first.due) return inconclusive(because('wait-not-kept'), waits.length);
  const prolongsTheWait = end.due > first.due + TWO_ROUNDINGS_MS;
  const admitted = evidence.admittedDraws.some(
    ({ sent }) => sent > end.refusal.received && sent < end.due - TWO_ROUNDINGS_MS,
  );
  if (prolongsTheWait && admitted)
    return inconclusive(because('admitted-during-wait', { value: end.text }), waits.length);
  return observed({ prolongsTheWait, movedBySeconds: Math.round((end.due - first.due) / 100) / 10 }, waits.length);
}

/** How much was back at each list after the last Reset, by Remaining, and how many milliseconds after it the list was decided. */
function restoredAfter(evidence: Evidence): { since: number; back: number }[] {
  const { limit } = evidence;
  const refusal = lastRefusalWithReset(evidence);
  if (refusal === undefined) return [];
  return inPhase(evidence.admittedDraws, ...AT_RESET).flatMap((list) => {
    const since = decidedFrom(evidence, list) - (refusal.reset ?? 0) * 1_000;
    const missing = slotsMissing(evidence, list, oursBetween(evidence, refusal, list).filter(isAdmitted).length)?.to;
    return since < 0 || missing === undefined ? [] : [{ since, back: Math.max(0, limit - Math.max(0, missing)) }];
  });
}

const lastRefusalWithReset = ({ refusals }: Evidence): Refusal | undefined =>
  refusals.findLast(({ reset }) => reset !== undefined);

/** Whether the complete limit was back at Reset. */
export const isAllRestored = (evidence: Evidence): boolean => (restoredAfter(evidence)[0]?.back ?? 0) >= evidence.limit;

/**
 * limit.reset-restores (info): how much of the limit is back at Reset, and how much more at the next list.
 *
 *   61 s   sent  list ──► 200, Remaining 59    all
 *   61 s   sent  list ──► 200, Remaining 0     1 request
 *   91 s   sent  list ──► 200, Remaining 29    and 30 more 30 s later: a weighted counter, or a bucket
 */
export function observeRestored(evidence: Evidence): Conclusion {
  const refusal = lastRefusalWithReset(evidence);
  if (refusal === undefined) return inconclusive(because('no-reset-of-minute'));
  const shown = restoredAfter(evidence);
  const [first] = shown;
  if (first === undefined) return inconclusive(because('nothing-after-reset', { reset: refusal.reset ?? null }));
  const last = shown.at(-1) ?? first;
  if (isAllRestored(evidence)) return observed({ restored: 'all' }, shown.length);
  const later = last === first ? {} : { secondsLater: inTenths(last.since - first.since), restoredThen: last.back };
  return observed({ restored: 'a part', requests: first.back, of: evidence.limit, ...later }, shown.length);
}
