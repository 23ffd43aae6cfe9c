import type { Interval } from '../../exchange/clock-offset.ts';
import { type Evidence, inPhase, latest } from './evidence.ts';
import { exhausted } from './exhaustion.ts';
import { isAdmitted, isList, isRefused, type Reading } from './reading.ts';
import { othersSeen, remainingAccount } from './remaining.ts';
import { decidedUntil } from './whole-back.ts';

/** How much of the limit came back between the last refusal and a later admitted list, and how fast. */
export type Refill = NonNullable<ReturnType<typeof refillAt>>;

/** The refill that each later admitted list shows; empty if the key was not exhausted. */
export function refillsSeen(evidence: Evidence): Refill[] {
  if (exhausted(evidence) === undefined) return [];
  // The refusals of the other operations are the last to show an empty counter, and nothing else was in flight then.
  const start = latest(inPhase(evidence.refusals, 'burst', 'top-up', 'operations'), ({ sent }) => sent);
  if (start === undefined) return [];
  return inPhase(evidence.minute, 'half-window', 'recovery-retry-after').flatMap(
    (probe) => refillAt(evidence, start, probe) ?? [],
  );
}

function refillAt(evidence: Evidence, from: Reading, probe: Reading) {
  if (!isAdmitted(probe) || !isList(probe) || probe.remaining === undefined || probe.sent <= from.received)
    return undefined;
  const between = evidence.minute.filter(
    (other) => other !== probe && !isRefused(other) && other.received > from.sent && other.sent < probe.received,
  );
  const certain = between.filter(
    (other) => isAdmitted(other) && other.sent > from.received && other.received < probe.sent,
  ).length;
  const before = remainingAccount(evidence)?.convention === 'before' ? 1 : 0;
  const unsure = remainingAccount(evidence)?.convention === 'unknown' ? 1 : 0;
  // The refusal found less than one slot, and Remaining omits the fraction of one.
  const slots: Interval = {
    from: probe.remaining + 1 + certain - before - unsure - 1,
    to: probe.remaining + 2 + between.length - before + othersSeen(evidence),
  };
  const milliseconds: Interval = { from: probe.sent - from.received, to: probe.received - from.sent };
  /** Slots per window. */
  const perWindow: Interval = {
    from: (slots.from / milliseconds.to) * evidence.windowMs,
    to: (slots.to / milliseconds.from) * evidence.windowMs,
  };
  // Everything was back, so more may have returned than the limit can hold.
  const capped = probe.remaining >= evidence.limit - 2;
  return { from, probe, slots, milliseconds, perWindow, capped };
}

/** Everything was back, and Reset advanced by a window: a refill would have been complete long before. */
export const backWithNewWindow = (evidence: Evidence): boolean =>
  refillsSeen(evidence).some(({ capped, from, probe }) => {
    if (!capped || from.reset === undefined || probe.reset === undefined || probe.remaining === undefined) return false;
    if ((probe.reset - from.reset) * 1_000 < evidence.windowMs - 2_000) return false;
    const missing = (evidence.limit - probe.remaining + 2) / evidence.perMs;
    return (probe.reset - 1) * 1_000 - decidedUntil(evidence, probe) > missing;
  });
