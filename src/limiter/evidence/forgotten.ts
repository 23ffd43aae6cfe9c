import { durationOf, type Evidence } from './evidence.ts';
import { SPARE } from './exhaustion.ts';
import type { Reading } from './reading.ts';

/**
 * Whether the service seems to have lost its counters once between these lists, as in a restart: Remaining restarted,
 * and most values that were seen twice were seen once before and once after that. A list that was in flight at that
 * moment may belong to either side. Separate counters and races repeat values all the time. O(n log n).
 */
export function forgottenOnce(evidence: Evidence, lists: readonly Reading[]): boolean {
  const shown = lists.filter(({ remaining }) => remaining !== undefined);
  const span = durationOf(shown);
  // A refill also repeats values, one for each slot.
  const refilled = Math.ceil(span * evidence.perMs);
  const full = evidence.limit - 1 - SPARE - evidence.unanswered.length;
  const sides = new Map<number, Sides>();
  for (const { remaining = 0 } of shown) {
    const side = sides.get(remaining) ?? { before: 0, open: 0, after: 0 };
    side.before += 1;
    sides.set(remaining, side);
  }
  const all = shown.length - sides.size;
  const fewRepeats = Math.min((all + refilled) / 2, refilled + 1);
  // The moment of the restart moves from the end to the beginning.
  const moves = shown
    .flatMap(({ remaining = 0, sent, received }) => [
      { at: received, remaining, from: 'before', to: 'open' } as const,
      { at: sent, remaining, from: 'open', to: 'after' } as const,
    ])
    .sort((a, b) => b.at - a.at);
  let [repeated, highest] = [all, -Infinity];
  for (const { remaining, from, to } of moves) {
    const side = sides.get(remaining);
    if (side === undefined) continue;
    repeated -= repeatsOf(side);
    side[from] -= 1;
    side[to] += 1;
    repeated += repeatsOf(side);
    highest = Math.max(highest, remaining);
    if (highest >= full && repeated < all && repeated <= fewRepeats) return true;
  }
  return false;
}

/** How many lists that show the same Remaining were answered before a moment, were in flight, or were sent after it. */
interface Sides {
  before: number;
  open: number;
  after: number;
}

/** Repeats on either side; lists in flight count on the side where they repeat least. */
function repeatsOf({ before, open, after }: Sides): number {
  const room = (before === 0 ? 1 : 0) + (after === 0 ? 1 : 0);
  return Math.max(0, before - 1) + Math.max(0, after - 1) + Math.max(0, open - room);
}
