import {
  because,
  type Conclusion,
  type Finding,
  fail,
  findingOf,
  inconclusive,
  notApplicable,
  pass,
} from '../../rules/conclusion.ts';
import { type Evidence, inSeconds } from '../evidence/evidence.ts';
import { allOurs, exhaustingLists, refillExcluded, refusalAtExhaustion } from '../evidence/exhaustion.ts';
import { backWithNewWindow, largestStep, type Refill, refillsSeen } from '../evidence/refills.ts';
import { isRefused } from '../evidence/requests.ts';
import { decidedUntil } from '../evidence/server-clock.ts';
import { edgeShown } from '../evidence/window.ts';

/** A rate within this factor of the plan's passes: the refill is measured, not counted (refill-at-double-rate is beyond it). */
const RATE_TOLERANCE = 1.5;
/** Below this part of the plan's rate no refill passes: a slow network shows half of a legal one (gateway-rate), half-windows less. */
const MIN_RATE = 0.5;

/**
 * limit.refill-rate: if quota comes back continuously, N per window come back, not more and not fewer.
 *
 *   0.1 s    sent  list ──► 429
 *   30.1 s   sent  list ──► 200, Remaining 29   passed: 30 of 60 in half a window
 *   30.1 s   sent  list ──► 200, Remaining 50   failed: 51 of 60 in half a window
 *   1.1 s    sent  list ──► 200, Remaining 0    the refill has begun
 *   30.1 s   sent  list ──► 200, Remaining 5    failed: 6 in 29 s (refill-12-a-minute)
 *   30.1 s   sent  list ──► 429                 not applicable: no refill
 */
export function judgeRefillRate(evidence: Evidence): Conclusion {
  const seen = refillsSeen(evidence);
  const finding = tooFast(evidence, seen) ?? tooSlow(evidence, seen);
  if (finding !== undefined) return fail([finding], seen.length);
  if (refusalAtExhaustion(evidence) === undefined) return inconclusive(because('key-not-exhausted'));
  if (refillExcluded(evidence)) return notApplicable(because('no-refill'));
  if (backWithNewWindow(evidence)) return notApplicable(because('back-with-new-window'));
  const isNear = (most: number) => most <= RATE_TOLERANCE * evidence.limit && most >= MIN_RATE * evidence.limit;
  if (seen.some(({ capped, perWindow }) => !capped && isNear(perWindow.to))) return pass(seen.length);
  const [best] = seen;
  if (best === undefined) return inconclusive(because('refill-not-measured'));
  const { from, to } = best.perWindow;
  return inconclusive(because('refill-range-too-wide', { from: tenths(from), to: tenths(to) }), seen.length);
}

/** The finding if more than N per window and a step came back, in a time in which no window ended. */
function tooFast(evidence: Evidence, seen: readonly Refill[]): Finding | undefined {
  const step = largestStep(evidence);
  const fast = seen.find(
    ({ from, list, slots, milliseconds }) =>
      isRefused(from) &&
      slots.from > milliseconds.to * evidence.perMs + step &&
      // Another client's requests that leave a rolling window would explain it.
      allOurs(evidence) &&
      decidedUntil(evidence, list) < ((from.reset ?? 0) - 1) * 1_000,
  );
  return fast && rateFinding(evidence, 'refill-too-fast', fast, fast.slots.from, fast.milliseconds.to);
}

/**
 * The finding if fewer than N per window, less a step, came back to a fresh key between two admitted lists. The first must lie in the first
 * half of the window (gateway-rate; a quarter would miss refill-12-a-minute). Only a bucket returns anything so early, and a weighted
 * counter after its edge, which must not lie in the burst. Reset must name a full bucket, not the next slot (weighted-counter-next-slot).
 */
function tooSlow(evidence: Evidence, seen: readonly Refill[]): Finding | undefined {
  const { windowMs, perMs, clock } = evidence;
  const lists = exhaustingLists(evidence);
  const [first] = lists;
  if (first === undefined || (first.remaining ?? 0) < evidence.limit - 1 || edgeShown(evidence, lists))
    return undefined;
  if (evidence.refusals.some(({ reset = 0, sent }) => reset * 1_000 - sent - clock.from < windowMs / 2))
    return undefined;
  const step = largestStep(evidence);
  const slow = seen.find((refill) => {
    const { from, slots, milliseconds, capped } = refill;
    if (isRefused(from) || capped || slots.from <= 0 || from.received >= first.sent + windowMs / 2) return false;
    return slots.to < milliseconds.from * perMs - step;
  });
  return slow && rateFinding(evidence, 'refill-too-slow', slow, slow.slots.to, slow.milliseconds.from);
}

function rateFinding(
  { limit, perMs, windowMs }: Evidence,
  code: 'refill-too-fast' | 'refill-too-slow',
  { from, list }: Refill,
  slots: number,
  milliseconds: number,
): Finding {
  const rate = { rate: tenths((slots / milliseconds) * windowMs), due: tenths(milliseconds * perMs) };
  return findingOf(
    code,
    { slots, span: inSeconds(milliseconds), limit, window: windowMs / 1_000, ...rate },
    from,
    list,
  );
}

const tenths = (value: number): number => Math.round(value * 10) / 10;
