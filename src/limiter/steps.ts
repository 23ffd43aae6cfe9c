import type { Evidence } from './evidence.ts';
import { SPARE } from './exhaustion.ts';
import { type Interval, width } from './interval.ts';
import { promiseOf } from './promise.ts';
import type { Reading } from './reading.ts';
import { type Refill, refillsSeen } from './refill-rate.ts';

/**
 * A bucket may be filled by a timer, some slots at a time, N a window on the average. The largest such step that explains all that was
 * seen to come back; 0 where none does, `limit` where nothing was seen.
 */
export function largestStep({ limit, perMs }: Evidence, seen: readonly Refill[]): number {
  const largest = seen.flatMap((refill) => largestFor(refill, perMs)).sort((a, b) => b - a);
  return [limit, ...largest].find((step) => step <= limit && seen.every((one) => explains(step, one, perMs))) ?? 0;
}

/** For each number of times that the timer may have gone off. */
function largestFor({ slots, milliseconds, capped }: Refill, perMs: number): number[] {
  return Array.from({ length: Math.max(1, Math.ceil(most(slots))) }, (_, index) =>
    Math.min(capped ? Infinity : most(slots) / (index + 1), (milliseconds.to * perMs) / index),
  );
}

/** Requests of somebody else may have hidden some slots. */
const most = ({ to }: Interval): number => to + SPARE;

/** Within a time shorter than n periods, the timer goes off n times at most. */
function explains(step: number, { slots, milliseconds, capped }: Refill, perMs: number): boolean {
  const times = Math.ceil(slots.from / step - ROUNDING);
  if (times <= 0) return true;
  if ((times - 1) * step > milliseconds.to * perMs + ROUNDING) return false;
  return capped || times * step <= most(slots) + ROUNDING;
}

/** Of the division that the steps come from. */
const ROUNDING = 1e-6;

/** How many more than N, and than a steady refill, steps explain in a flood of so many milliseconds: less, the more often they came. */
export function stepAllowance(evidence: Evidence, flood: readonly Reading[], milliseconds: number): number {
  const steps = stepsSeen(flood);
  if (steps >= 2) return Math.max(1, Math.ceil((milliseconds * evidence.perMs) / (steps - 1)));
  return Math.max(1, Math.ceil(largestStep(evidence, refillsSeen(evidence))));
}

/** At least so many: between two answers with the same Remaining there was one. */
function stepsSeen(flood: readonly Reading[]): number {
  const byRemaining = new Map<number, { count: number; from: number; to: number }>();
  for (const { remaining, sent, received } of flood) {
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

/**
 * Whether steps explain that so much was back at the probe, though the refusal before it had said to wait: the first step came when
 * that wait, taken for rounded up and padded, was over at the earliest. Reset moves on by whole periods.
 */
export function stepsExplain(evidence: Evidence, claim: Reading, probe: Reading): boolean {
  const { limit, windowMs, clock } = evidence;
  const apart = ((probe.reset ?? 0) - (claim.reset ?? 0)) * 1_000;
  const promise = promiseOf(evidence, claim);
  const wait = promise === undefined ? 0 : promise.due - 2_000 - width(clock) - claim.received;
  const time = probe.received - claim.sent - Math.max(0, wait);
  const back = (probe.remaining ?? 0) - 1;
  // The smallest step for so many times is the one with the shortest period.
  return Array.from({ length: Math.max(1, back) }, (_, index) => index).some((before) => {
    const period = (back / (before + 1) / limit) * windowMs;
    return period <= apart + 2_000 && before * period <= time;
  });
}
