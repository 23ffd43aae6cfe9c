import { because, found, holds, notApplicable, type Outcome, undecided } from '../../rules/outcome.ts';
import { type Evidence, inSeconds, least } from '../evidence/evidence.ts';
import { allOurs, drawn, exhausted, refillExcluded, SPARE } from '../evidence/exhaustion.ts';
import { backWithNewWindow, type Refill, refillsSeen } from '../evidence/refills.ts';
import { othersSeen } from '../evidence/remaining.ts';
import { largestStep, stepShown } from '../evidence/steps.ts';
import { decidedFrom, decidedUntil } from '../evidence/whole-back.ts';
import { edgeOrRefill } from './algorithm.ts';

/** Above this factor a refill exceeds the plan's rate: the refill is measured, not counted. */
const TOLERANCE = 1.5;

/**
 * limit.refill-rate: if quota comes back continuously, not faster than N per window.
 *
 *   0.1 s    sent  list ──► 429
 *   30.1 s   sent  list ──► 200, Remaining 29   passed: 30 of 60 in half a window
 *   30.1 s   sent  list ──► 200, Remaining 50   failed: 51 of 60 in half a window
 *   30.1 s   sent  list ──► 429                 not applicable: no refill
 */
export function judgeRefillRate(evidence: Evidence): Outcome {
  const seen = refillsSeen(evidence);
  const fast = seen.find((refill) => refill.perWindow.from > evidence.limit * 1.001 && continuous(evidence, refill));
  if (fast !== undefined && largestStep(evidence, seen) === 0) {
    const { probe, slots, milliseconds, from } = fast;
    const params = {
      slots: slots.from,
      span: inSeconds(milliseconds.to),
      limit: evidence.limit,
      window: evidence.experiment.windowSeconds,
      allowed: tenths(milliseconds.to * evidence.perMs),
      rate: tenths(fast.perWindow.from),
    };
    return { kind: 'broken', findings: [found('refill-too-fast', params, from, probe)], subjects: seen.length };
  }
  if (!evidence.experiment.complete) return undecided(because('experiment-incomplete'), seen.length);
  if (exhausted(evidence) === undefined) return undecided(because('key-not-exhausted'));
  if (refillExcluded(evidence)) {
    const remaining = edgeOrRefill(evidence);
    return remaining === undefined
      ? notApplicable(because('no-refill'))
      : undecided(because('edge-or-refill', { remaining }), seen.length);
  }
  if (backWithNewWindow(evidence)) return notApplicable(because('back-with-new-window'));
  if (evidence.unanswered.length > 0) return undecided(because('unanswered-may-use-refill'), seen.length);
  const measured = seen.find(({ capped, perWindow }) => !capped && perWindow.to <= TOLERANCE * evidence.limit);
  if (measured !== undefined) return holds(seen.length);
  const [best] = seen;
  if (best === undefined) return undecided(because('refill-not-measured'));
  const { from, to } = best.perWindow;
  return undecided(because('refill-range-too-wide', { from: tenths(from), to: tenths(to) }), seen.length);
}

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** Neither the end of a window nor our own requests leaving a rolling window explain the refill. */
function continuous(evidence: Evidence, { probe, from }: Refill): boolean {
  const { limit, windowMs } = evidence;
  const first = drawn(evidence)[0];
  if (!allOurs(evidence) || first === undefined || probe.received >= first.sent + windowMs) return false;
  if ((probe.remaining ?? 0) + 1 < limit - SPARE - othersSeen(evidence) - 4) return true;
  return from.reset !== undefined && decidedUntil(evidence, probe) < (from.reset - 1) * 1_000;
}

/**
 * Reset shows when a full bucket is back: at first one slot's time ahead, one window ahead when no quota remains. No
 * window's end does that.
 * @param step milliseconds between the steps of the refill, by which Reset may be earlier or later
 */
export function resetFollowsRefill(evidence: Evidence, step = 0): boolean {
  const { windowMs, perMs, limit } = evidence;
  const lists = drawn(evidence).filter(({ reset, remaining }) => reset !== undefined && remaining !== undefined);
  // Some servers renew Date up to a second late, by which their clock seems slow.
  const lateDate = Math.min(1_000, windowMs / 60);
  const misses = lists.filter((list) => {
    const ahead = (list.reset ?? 0) * 1_000 - (decidedFrom(evidence, list) + decidedUntil(evidence, list)) / 2;
    const blur = 1_000 + (decidedUntil(evidence, list) - decidedFrom(evidence, list)) / 2 + 2 / perMs;
    const late = ahead - (limit - (list.remaining ?? 0)) / perMs;
    return blur > windowMs / 4 || Math.abs(late) > blur + lateDate + step;
  });
  const remaining = lists.flatMap((list) => list.remaining ?? []);
  const drop = (remaining[0] ?? -Infinity) - least(remaining);
  return windowMs >= 6_000 && misses.length === 0 && drop > limit / 2;
}

/** At most half a window between the steps, which return N per window. */
export function refillsInSteps(evidence: Evidence, refills: readonly Refill[]): boolean {
  const { perMs } = evidence;
  const step = stepShown(evidence);
  const isRate = refills.some(
    ({ slots, milliseconds: { from, to } }) => slots.to >= (from - step) * perMs && slots.from <= (to + step) * perMs,
  );
  return step > 0 && step <= evidence.windowMs / 2 && isRate && resetFollowsRefill(evidence, step);
}
