import type { Evidence } from './evidence.ts';
import { SPARE } from './exhaustion.ts';
import { isRefused, type Reading } from './reading.ts';
import { type Refill, refillsSeen } from './refills.ts';

/**
 * A timer may fill a bucket with several slots at a time, on average N per window. At least one step came whenever
 * something came back, so a step is at most the least of these; `limit` if no refill was seen.
 * @param hidden slots of each refill that requests of another client, or a penalty of a slot per refusal, may hide
 */
export function largestStep(
  { limit, refusals }: Evidence,
  seen: readonly Refill[],
  hidden = SPARE + refusals.length,
): number {
  // Admitted after a refusal: something came back (`opens-a-fifth-early`).
  const isBack = ({ from, slots }: Refill) => slots.from > 0 || (isRefused(from) && slots.from === 0);
  return seen.reduce((step, one) => (one.capped || !isBack(one) ? step : Math.min(step, one.slots.to + hidden)), limit);
}

/** How many more than N and a steady refill steps explain in a flood: fewer if steps are more frequent (`three-workers`). */
export function stepAllowance(evidence: Evidence, flood: readonly Reading[], milliseconds: number): number {
  const steps = stepsSeen(flood);
  if (steps >= 2) return Math.max(1, Math.ceil((milliseconds * evidence.perMs) / (steps - 1)));
  return Math.max(1, Math.ceil(largestStep(evidence, refillsSeen(evidence))));
}

/** At least this many: a step came between two responses with the same Remaining. */
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
