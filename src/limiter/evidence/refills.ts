import { OTHERS_ALLOWED } from '../../exchange/allowances.ts';
import type { Interval } from '../../exchange/clock-offset.ts';
import { memoize } from '../../exchange/memoize.ts';
import { AFTER_BURST } from '../../exchange/phases.ts';
import { type Evidence, inPhase, minOf, oursBetween } from './evidence.ts';
import { othersSeen, refusalAtExhaustion } from './exhaustion.ts';
import { type DecidedRequest, isRefused } from './requests.ts';
import { decidedUntil } from './server-clock.ts';

/** How much of the limit came back between two requests, and how fast. */
export type Refill = NonNullable<ReturnType<typeof refillAt>>;

/** What came back from the burst's last refusal to each later list, and from each list to the next. Empty for a key with quota left. */
export const refillsSeen = memoize((evidence: Evidence): Refill[] => {
  // The refusals of the other operations are the last to show an empty counter, and nothing else was in flight then.
  const start = inPhase(evidence.refusals, 'burst', 'top-up', 'operations').at(-1);
  if (refusalAtExhaustion(evidence) === undefined || start === undefined) return [];
  const lists = inPhase(evidence.admittedDraws, ...AFTER_BURST);
  return lists.flatMap((list, index) =>
    [start, lists[index - 1]].flatMap((from) => (from && refillAt(evidence, from, list)) ?? []),
  );
});

function refillAt(evidence: Evidence, from: DecidedRequest, list: DecidedRequest) {
  // The refusal found less than one slot, and Remaining omits the fraction of one.
  const left = isRefused(from) ? 0 : from.remaining;
  if (list.remaining === undefined || left === undefined) return undefined;
  const draws = oursBetween(evidence, from, list).filter((request) => !isRefused(request));
  const slots: Interval = {
    from: list.remaining - left,
    to: list.remaining - left + 2 + draws.length + othersSeen(evidence),
  };
  const milliseconds: Interval = { from: list.sent - from.received, to: list.received - from.sent };
  /** Slots per window. */
  const perWindow: Interval = {
    from: (slots.from / milliseconds.to) * evidence.windowMs,
    to: (slots.to / milliseconds.from) * evidence.windowMs,
  };
  return {
    from,
    list,
    slots,
    milliseconds,
    perWindow,
    /** Nearly all was back (2: needed for window-two-cells; 3 would miss refusals-counted): more may have returned than fits. */
    capped: list.remaining >= evidence.limit - 2,
  };
}

/** Whether everything was back, and Reset had advanced by a window: a refill would have been complete long before (half-windows). */
export const backWithNewWindow = (evidence: Evidence): boolean =>
  refillsSeen(evidence).some(({ capped, from, list }) => {
    const { reset = 0 } = list;
    if (!capped || reset - (from.reset ?? Infinity) < evidence.windowMs / 1_000 - 2) return false;
    // Reset is later than the refill of four slots takes (a larger number would miss the window of refusals-prolong).
    return (reset - 1) * 1_000 - decidedUntil(evidence, list) > 4 / evidence.perMs;
  });

/**
 * The most slots that a timer may add to a bucket at a time, if it adds N per window; `limit` if no refill was seen. Whenever something
 * came back, at least one step came, so a step is at most the smallest refill. Requests of another client, or a penalty of a slot per
 * refusal (refusals-counted), may hide a few slots.
 */
export function largestStep(evidence: Evidence): number {
  const hidden = OTHERS_ALLOWED + evidence.refusals.length;
  // Admitted after a refusal: something came back (refill-at-half-rate).
  const back = refillsSeen(evidence).filter(
    ({ from, slots, capped }) => !capped && (isRefused(from) || slots.from > 0),
  );
  return minOf([evidence.limit, ...back.map(({ slots }) => slots.to + hidden)]);
}

/** Requests that a refill in steps may admit beyond N and a steady refill: fewer if steps are frequent (three-workers, twice-the-limit). */
export function stepAllowance(evidence: Evidence, lists: readonly DecidedRequest[], milliseconds: number): number {
  const steps = stepsSeen(lists);
  if (steps >= 2) return Math.max(1, Math.ceil((milliseconds * evidence.perMs) / (steps - 1)));
  return Math.max(1, Math.ceil(largestStep(evidence)));
}

/** The least number of refill steps: one came between two responses with the same Remaining. */
function stepsSeen(lists: readonly DecidedRequest[]): number {
  const byRemaining = new Map<number, { count: number; from: number; to: number }>();
  for (const { remaining, sent, received } of lists) {
    if (remaining === undefined) continue;
    const { count, from, to } = byRemaining.get(remaining) ?? { count: 0, from: sent, to: received };
    byRemaining.set(remaining, { count: count + 1, from: Math.min(from, sent), to: Math.max(to, received) });
  }
  const repeated = [...byRemaining.values()].filter(({ count }) => count > 1).sort((a, b) => a.to - b.to);
  let apart = 0;
  let last = -Infinity;
  for (const { from, to } of repeated) {
    if (from <= last) continue;
    last = to;
    apart += 1;
  }
  return Math.max(apart, ...repeated.map(({ count }) => count - 1));
}
