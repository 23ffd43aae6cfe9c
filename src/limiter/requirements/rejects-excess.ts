import { groupBy } from '../../exchange/group.ts';
import { because, type Conclusion, fail, findingOf, inconclusive, pass, type Reason } from '../../rules/conclusion.ts';
import { nested } from '../../text/template.ts';
import { type CertainCount, mostAboveRate, mostWithin } from '../evidence/counting.ts';
import { durationOf, type Evidence, inPhase, inSeconds } from '../evidence/evidence.ts';
import { exhaustingLists, refillExcluded, remainingSummary } from '../evidence/exhaustion.ts';
import { stepAllowance } from '../evidence/refills.ts';
import { type DecidedRequest, isUnanswered } from '../evidence/requests.ts';
import { fixedWindowsExcluded, mostWithOneReset, withoutEdge } from '../evidence/window.ts';
import { legalFits } from '../models/legal-fits.ts';

/**
 * limit.rejects-excess: never more than N admitted, under every reading of "N per minute".
 *
 *   0 s     sent  62 lists ──► 60 × 200, 2 × 429   passed
 *   0 s     sent  62 lists ──► 62 × 200, all with the same Reset
 *   0.2 s   sent  3 lists  ──► 200, 200, 429       failed: 64 in one window, and too fast for a refill
 */
export function judgeExcess(evidence: Evidence): Conclusion {
  const { limit } = evidence;
  const lists = exhaustingLists(evidence);
  const subjects = lists.length;
  const finding = certainExcess(evidence) ?? freeRenewal(evidence);
  if (finding !== undefined) return fail([finding], subjects);
  if (inPhase(evidence.unpaced, 'burst').length === 0) return inconclusive(because('no-burst'), subjects);
  const notAdmitted = inPhase(evidence.unpaced, 'burst', 'top-up').filter(({ decision }) => decision !== 'admitted');
  const lost = notAdmitted.filter(isUnanswered).length;
  if (notAdmitted.length === 0) return inconclusive(whyUnproven(evidence), subjects);
  if (subjects + lost <= limit) return pass(subjects);
  if (subjects <= limit) return inconclusive(because('unanswered-may-exceed', { lost }), subjects);
  return isBucketOfPlan(evidence) ? pass(subjects) : inconclusive(whyUnproven(evidence), subjects);
}

/**
 * The finding if the first request of a later window was free (renewal-request-free). Remaining counts in one way in all windows. If it
 * fell from N − 1 to 0 in one window, a request of another window that shows N was not counted.
 */
function freeRenewal(evidence: Evidence) {
  const { limit, admittedDraws } = evidence;
  const summary = remainingSummary(evidence);
  if (summary?.highest !== limit - 1 || summary.lowest !== 0) return undefined;
  const free = admittedDraws.find(({ remaining }) => remaining === limit);
  return free && findingOf('first-request-free', { remaining: limit, limit }, free);
}

function whyUnproven(evidence: Evidence): Reason {
  const lists = exhaustingLists(evidence);
  const params = { count: lists.length, span: inSeconds(durationOf(lists)), limit: evidence.limit };
  return because(withoutEdge(evidence, lists) ? 'excess-or-refill' : 'excess-or-window-edge', params);
}

/** The finding if more than N were certainly admitted: fixed windows, a rolling window and refill must each be impossible. */
function certainExcess(evidence: Evidence) {
  const { limit, windowMs, perMs, admittedDraws } = evidence;
  const fixed = mostWithOneReset(evidence, admittedDraws);
  if (fixed <= limit && !fixedWindowsExcluded(evidence, admittedDraws)) return undefined;
  // No refill in half a window after the burst means no refill within the burst either (one-too-many).
  const most = refillExcluded(evidence) ? mostWithin(exhaustingLists(evidence), windowMs) : undefined;
  if (most !== undefined && most.count > limit)
    return excessOf(evidence, within(exhaustingLists(evidence), most), limit);
  const refill = mostAboveRate(admittedDraws, perMs);
  const inside = within(admittedDraws, refill);
  const milliseconds = refill.to - refill.from;
  const bound = limit + Math.floor(milliseconds * perMs) + stepAllowance(evidence, inside, milliseconds);
  return refill.count > bound && !isBucketOfPlan(evidence) ? excessOf(evidence, inside, bound) : undefined;
}

const within = (requests: readonly DecidedRequest[], { from, to }: CertainCount): DecidedRequest[] =>
  requests.filter(({ sent, received }) => sent >= from && received <= to);

function excessOf({ limit, experiment }: Evidence, inside: readonly DecidedRequest[], bound: number) {
  const span = inSeconds(durationOf(inside));
  const refill = because('refill-allowed', { limit, refill: bound - limit });
  const params = {
    count: inside.length,
    span,
    bound,
    // The time in which the bound may be admitted.
    window: bound === limit ? experiment.windowSeconds : span,
    refill: bound === limit ? [] : [nested(refill)],
    cause: nested(causeOf(inside, limit)),
  };
  const ordered = inside.toSorted((a, b) => a.seq - b.seq);
  return findingOf('too-many-admitted', params, ...ordered.slice(0, 1), ...ordered.slice(-1));
}

/** The simplest cause that explains the number. No verdict depends on it, and no signature: it changes with latency. */
function causeOf(inside: readonly DecidedRequest[], limit: number): Reason {
  if (inside.length === limit + 1) return because('excess-of-one');
  const seen = inside.flatMap(({ remaining = 0 }) => (remaining > 0 ? [remaining] : []));
  const times = [...groupBy(seen, (remaining) => remaining).values()].map(({ length }) => length);
  // Separate counters show each Remaining once per counter.
  const counters = times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
  if (counters > 1) return because('excess-as-counters', { counters });
  const repeated = seen.length - times.length;
  if (repeated > 0) return because('excess-as-race', { repeated });
  return because('excess-by-factor', { factor: Math.round((100 * inside.length) / limit) / 100 });
}

/** Whether the limiter is a bucket of the plan, which admits N and the refill. Latency blurs how much, so all its numbers must fit. */
const isBucketOfPlan = (evidence: Evidence): boolean =>
  legalFits(evidence).some(({ model: { algorithm }, fitsResets }) => algorithm === 'bucket' && fitsResets);
