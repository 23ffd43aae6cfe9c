import { OTHERS_ALLOWED } from '../../exchange/allowances.ts';
import { because, type Conclusion, type Finding, fail, findingOf, inconclusive, pass } from '../../rules/conclusion.ts';
import { RESET_ROUNDING_MS } from '../../spec/headers.ts';
import { mostWithin } from '../evidence/counting.ts';
import { type Evidence, inPhase, lastBefore, maxOf, minOf, oursBetween } from '../evidence/evidence.ts';
import {
  exhaustingLists,
  exhaustingRequests,
  othersSeen,
  refillExcluded,
  remainingSummary,
} from '../evidence/exhaustion.ts';
import { type DecidedRequest, isAdmitted, isRefused, isUnanswered } from '../evidence/requests.ts';
import { decidedFrom, decidedUntil, width } from '../evidence/server-clock.ts';
import { edgeShown, withoutEdge } from '../evidence/window.ts';

/**
 * limit.admits-plan: some reading of "N per minute" allows each 429.
 *
 *   0 s     sent  60 lists ──► 60 × 200, Remaining 59 … 0   passed: all of N in one window
 *   0 s     sent  54 lists ──► 54 × 200, Remaining 59 … 6
 *   0.1 s   sent  list     ──► 429                          failed: nothing but these 54 can have come before it
 */
export function judgeAdmission(evidence: Evidence): Conclusion {
  const { limit, windowMs } = evidence;
  const lists = exhaustingLists(evidence);
  const subjects = lists.length;
  const contradicted = judgeContradictedRefusal(evidence);
  if (contradicted !== undefined) return contradicted;
  if (!evidence.experiment.complete) return inconclusive(because('experiment-incomplete'), subjects);
  if (inPhase(evidence.unpaced, 'burst').length === 0) return inconclusive(because('no-burst'), subjects);
  const short = judgeShortfall(evidence);
  if (short !== undefined) return short;
  // Exactly N: whatever the Resets say, with an edge in between, the number would differ (day-limit-shown, reset-as-delta).
  const isExact = lists.length === limit && !edgeShown(evidence, lists);
  if (!isExact && !withoutEdge(evidence, lists)) return inconclusive(because('window-edge-in-burst'), subjects);
  const within = mostWithin(lists, windowMs);
  if (within.count >= limit || everySlotDrawn(evidence)) return pass(subjects);
  const failed = exhaustingRequests(evidence).filter(({ status }) => status >= 500).length;
  const lost = exhaustingRequests(evidence).filter(isUnanswered).length;
  return inconclusive(because('admitted-too-few-in-window', { count: within.count, limit, failed, lost }), subjects);
}

/**
 * Whether all N slots were drawn in one window, although a few responses were lost (one-broken-connection) or are a gateway's
 * (one-bad-gateway). Remaining must fall over all values, and show all but those of the lost requests.
 *
 *   sent 60 lists ──► 59 × 200, Remaining 59 … 52, 50 … 0; one without a response   passed: its slot was drawn
 */
function everySlotDrawn(evidence: Evidence): boolean {
  const lost = exhaustingRequests(evidence).filter(
    ({ decision }) => decision === 'unanswered' || decision === 'other-error',
  ).length;
  const { highest = -1, lowest = 0, missing = 0 } = remainingSummary(evidence) ?? {};
  return highest - lowest === evidence.limit - 1 && missing <= lost && lost <= OTHERS_ALLOWED;
}

/** Whether Remaining is a count: it neither repeats nor exceeds the limit (remaining-constant, remaining-above-limit). */
function isCount(evidence: Evidence): boolean {
  const summary = remainingSummary(evidence);
  return summary !== undefined && summary.highest <= evidence.limit && summary.repeated <= OTHERS_ALLOWED;
}

/**
 * The conclusion if the limiter's own numbers contradict a refusal: a list before it showed more than all requests since can have drawn.
 * Time only adds quota, whatever the limiter. A refusal that states another limit is not the minute's. Another client may have drawn what
 * was left (histories.test.ts: another client's draws), but not if the refusal itself states quota (spike-arrest).
 *
 *   0.8 s   sent  list ──► 200, Remaining 200
 *   0.9 s   sent  list ──► 429, Remaining 0     at most 12 requests came in between
 */
function judgeContradictedRefusal(evidence: Evidence): Conclusion | undefined {
  const { limit } = evidence;
  if (!isCount(evidence)) return undefined;
  const lists = evidence.admittedDraws.filter(({ remaining }) => remaining !== undefined);
  const ofOthers = OTHERS_ALLOWED + othersSeen(evidence);
  for (const refusal of inPhase(evidence.refusals, 'burst', 'top-up')) {
    const shown = lastBefore(lists, refusal);
    if (shown?.remaining === undefined || refusal.limit !== limit) continue;
    const between = oursBetween(evidence, shown, refusal).length;
    if (shown.remaining <= between + ofOthers) continue;
    const params = { remaining: shown.remaining, drawn: between };
    const finding = findingOf('refused-against-remaining', params, shown, refusal);
    const subjects = exhaustingLists(evidence).length;
    if ((refusal.remaining ?? 0) > OTHERS_ALLOWED) return fail([finding], subjects);
    return fail([finding], subjects, because('other-requests', { requests: shown.remaining - between }));
  }
  return undefined;
}

/** The most requests that can have been counted before any of the refusals. A counter with two cells counts two windows. */
function possiblyBefore(evidence: Evidence, refusals: readonly DecidedRequest[]): number {
  // If Remaining shows a fresh key, no earlier request still counts (in day-limit-shown it does not).
  const first = exhaustingRequests(evidence).find(isAdmitted);
  const countsItself = !evidence.requests.some((request) => request.remaining === evidence.limit);
  const fresh = countsItself ? evidence.limit - 1 : evidence.limit;
  const isFresh = first !== undefined && (first.remaining ?? 0) >= fresh;
  const from = isFresh ? first.received : minOf(refusals.map(({ sent }) => sent)) - 2 * evidence.windowMs;
  const to = maxOf(refusals.map(({ received }) => received));
  const earlier = evidence.requests.filter((request) => !isRefused(request) && request.sent <= to);
  return earlier.filter(({ received }) => received >= from).length;
}

/** The conclusion if a request was refused although fewer than N requests can have come before; undefined if N can. */
function judgeShortfall(evidence: Evidence): Conclusion | undefined {
  const { limit, experiment } = evidence;
  const refusals = inPhase(evidence.refusals, 'burst', 'top-up', 'second-key');
  const before = possiblyBefore(evidence, refusals);
  if (refusals.length === 0 || before >= limit) return undefined;
  const subjects = exhaustingLists(evidence).length;
  const shown = { before, limit };
  const contradiction = contradictionIn(evidence, refusals, before);
  if (contradiction !== undefined) return fail([contradiction], subjects);
  const others = othersSeen(evidence);
  // The key was fresh and Remaining fell by one each time: it was refused with quota remaining, or another client came
  // at that moment.
  const { highest = 0, lowest = 0, repeated = 0 } = remainingSummary(evidence) ?? {};
  const isRegular = others === 0 && highest >= limit - 1 && lowest >= 1 && repeated === 0;
  // If the previous cell of a counter with two cells caused it, quota comes back soon.
  if (!isRegular || !refillExcluded(evidence))
    return inconclusive(because('refused-early', { ...shown, others }), subjects);
  const params = { ...shown, window: experiment.windowSeconds, lowest };
  const finding = findingOf('too-few-admitted', params, ...refusals.slice(0, 1));
  return fail([finding], subjects, because('other-requests', { requests: limit - before }));
}

/**
 * The finding if a refusal shows a Limit below the plan's (keeps-a-smaller-limit) or a Remaining above 0 (last-request-refused), or if the
 * responses show a bucket of less than half of the limit.
 */
function contradictionIn(evidence: Evidence, refusals: readonly DecidedRequest[], before: number): Finding | undefined {
  const { limit, experiment } = evidence;
  const low = refusals.find((refusal) => (refusal.limit ?? limit) < limit);
  if (low !== undefined)
    return findingOf('limit-too-low', { before, limit, shown: low.limit ?? null, plan: experiment.plan }, low);
  // Reset may omit the step under way, which is half of a bucket that two steps fill (histories.test.ts: steps).
  const size = bucketSize(evidence);
  if (size < limit / 2)
    return findingOf('bucket-too-small', { size: Math.floor(size), limit }, ...refusals.slice(0, 1));
  const left = refusals.find((refusal) => refusal.limit === limit && (refusal.remaining ?? 0) > 0);
  if (left === undefined || !isCount(evidence)) return undefined;
  const params = { before, limit, remaining: left.remaining ?? null, window: experiment.windowSeconds };
  return findingOf('refused-with-remaining', params, left);
}

/**
 * The size of a bucket whose Reset names when it is full: Remaining, and what comes back until then (bucket-of-a-sixth). The responses of a
 * bucket agree, even if another client draws. Infinity if they disagree, as those of windows do, or if Remaining fell too little.
 */
function bucketSize(evidence: Evidence): number {
  const tolerance = 1 + RESET_ROUNDING_MS * evidence.perMs;
  const sizes = evidence.unpaced.flatMap((request) => {
    const { remaining, reset } = request;
    if (remaining === undefined || reset === undefined) return [];
    const sizeAt = (at: number) => remaining + (reset * 1_000 - at) * evidence.perMs;
    return {
      from: sizeAt(decidedUntil(evidence, request)) - tolerance,
      to: sizeAt(decidedFrom(evidence, request)) + tolerance,
    };
  });
  const size = minOf(sizes.map(({ to }) => to));
  const { highest = 0, lowest = 0 } = remainingSummary(evidence) ?? {};
  const isShown = highest - lowest > maxOf(sizes.map(width)) && size >= maxOf(sizes.map(({ from }) => from));
  return isShown ? size : Infinity;
}
