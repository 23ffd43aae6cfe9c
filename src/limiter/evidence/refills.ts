import type { Interval } from '../../exchange/clock-offset.ts';
import { type Evidence, inPhase, latest } from './evidence.ts';
import { exhausted } from './exhaustion.ts';
import { isAdmitted, isList, isRefused, type Reading } from './reading.ts';
import { foreignSeen, remainingAccount } from './remaining.ts';

/** How much of the limit came back between the last refusal and a later admitted list, and how fast. */
export interface Refill {
  readonly from: Reading;
  readonly probe: Reading;
  readonly slots: Interval;
  readonly milliseconds: Interval;
  /** Slots per window. */
  readonly perWindow: Interval;
  /** Everything was back, so more may have returned than the limit can hold. */
  readonly capped: boolean;
}

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

function refillAt(evidence: Evidence, from: Reading, probe: Reading): Refill | undefined {
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
  const slots = {
    from: probe.remaining + 1 + certain - before - unsure - 1,
    to: probe.remaining + 2 + between.length - before + foreignSeen(evidence),
  };
  const milliseconds = { from: probe.sent - from.received, to: probe.received - from.sent };
  const perWindow = {
    from: (slots.from / milliseconds.to) * evidence.windowMs,
    to: (slots.to / milliseconds.from) * evidence.windowMs,
  };
  return { from, probe, slots, milliseconds, perWindow, capped: probe.remaining >= evidence.limit - 2 };
}
