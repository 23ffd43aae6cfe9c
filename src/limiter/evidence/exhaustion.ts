import { OTHERS_ALLOWED } from '../../exchange/allowances.ts';
import type { Interval } from '../../exchange/clock-offset.ts';
import { memoize } from '../../exchange/memoize.ts';
import { AFTER_BURST } from '../../exchange/phases.ts';
import { DATED_SECOND_MS } from '../../exchange/rate-headers.ts';
import { TWO_ROUNDINGS_MS } from '../../spec/headers.ts';
import { announcedWaitOf } from './announced-wait.ts';
import { type Evidence, inPhase, maxOf, minOf } from './evidence.ts';
import { type DecidedRequest, isAdmitted, isRefused, type Refusal, retryAfterOf } from './requests.ts';
import { AS_OUR_CLOCK, width } from './server-clock.ts';

/** The requests that exhaust the limit: the last calibration and everything sent after it, to the end of the top-up. */
const ofExhaustion = ({ unpaced }: Evidence, requests: readonly DecidedRequest[]): DecidedRequest[] => {
  const lastCalibration = unpaced.findLast(({ phase }) => phase === 'calibrate');
  return inPhase(requests, 'calibrate', 'second-key', 'each-operation', 'burst', 'top-up').filter(
    (request) => request.phase !== 'calibrate' || request === lastCalibration,
  );
};

export const exhaustingRequests = memoize((evidence: Evidence): DecidedRequest[] =>
  ofExhaustion(evidence, evidence.unpaced),
);

/** The admitted lists that exhausted the limit, and the operations that draw on their counter. */
export const exhaustingLists = memoize((evidence: Evidence): DecidedRequest[] =>
  ofExhaustion(evidence, evidence.admittedDraws),
);

/** The last refusal at the exhausted limit, by sending: by then the key was certainly exhausted once. */
export const refusalAtExhaustion = memoize((evidence: Evidence): Refusal | undefined =>
  inPhase(evidence.refusals, 'burst', 'top-up', 'second-key').at(-1),
);

/** Whether all N were ours: no other client's request can have helped to fill the window. */
export const allOurs = (evidence: Evidence): boolean => exhaustingLists(evidence).length >= evidence.limit;

/**
 * Whether a refusal half a window after the burst excludes a refill at N per W. A refill would have returned more by then than a few other
 * clients and two slots per refusal took (two are needed for refusals-counted; a larger number would miss race-before-counting).
 */
export const refillExcluded = memoize((evidence: Evidence): boolean =>
  inPhase(evidence.refusals, ...AFTER_BURST).some((late) => excludedBy(evidence, late)),
);

function excludedBy(evidence: Evidence, late: Refusal): boolean {
  const before = evidence.unpaced.filter(({ received }) => received <= late.sent);
  const since = maxOf(before.filter(isAdmitted).map(({ received }) => received));
  const refused = before.filter(isRefused);
  const lost = evidence.unanswered.filter(({ received }) => received > since).length;
  const back = (late.sent - since) * evidence.perMs;
  if (restartsPenalty(evidence, late, refused)) return false;
  return back > 1 + OTHERS_ALLOWED + lost + 2 * refused.length;
}

/**
 * Whether each refusal restarts a penalty: the wait did not shrink by the time that had passed, and nothing was admitted
 * before its end (refusals-prolong). A service that always states a whole window admits earlier (limits-date-is-not-an-http-date).
 */
function restartsPenalty(evidence: Evidence, late: Refusal, refused: readonly Refusal[]): boolean {
  const { admittedDraws, clock, windowMs } = evidence;
  // Without a clock, the differences between dates are still known.
  const dueOf = (refusal: Refusal) =>
    announcedWaitOf({ clock: clock.clocks === 'unknown' ? AS_OUR_CLOCK : clock }, refusal)?.due;
  const due = dueOf(late) ?? -Infinity;
  // The wait may be rounded up and padded, and the request travelled (histories.test.ts: buckets with `prolongs`).
  const margin = retryAfterOf(late)?.kind === 'date' ? DATED_SECOND_MS + width(clock) : late.received - late.sent;
  const end = due - TWO_ROUNDINGS_MS - margin;
  if (admittedDraws.some(({ sent }) => sent > late.received && sent < end)) return false;
  // The wait may be rounded up and padded (2 s are needed for retry-after-padded; a larger value would miss the refill of
  // refusals-counted). In a short window, a quarter of it counts (histories.test.ts: steps with `prolongs`).
  return due > minOf(refused.flatMap((refusal) => dueOf(refusal) ?? [])) + Math.min(TWO_ROUNDINGS_MS, windowMs / 4);
}

/** Remaining of the requests that exhausted the limit; undefined if it does not describe the minute's limit. */
export const remainingSummary = memoize((evidence: Evidence) => {
  const values = exhaustingLists(evidence).flatMap(({ remaining }) => remaining ?? []);
  if (values.length === 0) return undefined;
  const shown = [...new Set(values)].sort((a, b) => a - b);
  const lowest = shown[0] ?? 0;
  const highest = shown.at(-1) ?? 0;
  return {
    /** after: N − 1 on the first response and 0 on the last admitted one; before: N and 1. Both are legal. */
    convention: highest === evidence.limit ? 'before' : lowest === 0 ? 'after' : 'unknown',
    highest,
    lowest,
    /** Values in between that no response showed: requests of another client, or lost responses. */
    missing: highest - lowest + 1 - shown.length,
    /** Responses with a value that was seen before: refill, a race, or several counters. */
    repeated: values.length - shown.length,
  };
});

/** The number of requests of other clients: values of Remaining that no response showed, less lost responses. */
export const othersSeen = (evidence: Evidence): number =>
  Math.max(0, (remainingSummary(evidence)?.missing ?? 0) - evidence.unanswered.length);

/** The slots that were missing from the complete limit at a request, by its Remaining, without itself and `ours`. */
export function slotsMissing(evidence: Evidence, { remaining }: DecidedRequest, ours: number): Interval | undefined {
  if (remaining === undefined) return undefined;
  const convention = remainingSummary(evidence)?.convention ?? 'unknown';
  const missing = evidence.limit - ours - remaining;
  return { from: missing - (convention === 'before' ? 0 : 1), to: missing - (convention === 'after' ? 1 : 0) };
}

/** Whether certainly nothing of the limit was in use at an admitted request, in whichever way Remaining counts. */
export const certainlyUnused = (evidence: Evidence, request: DecidedRequest): boolean =>
  (slotsMissing(evidence, request, 0)?.to ?? Infinity) <= 0;
