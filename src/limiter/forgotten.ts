import { type Evidence, least, most } from './evidence.ts';
import { drawn, SPARE } from './exhaustion.ts';
import { showsDay } from './policy.ts';

/**
 * Whether the count seems to have been forgotten once while the limit was used up, as by a restart that nobody noticed: Remaining began
 * anew, and most values that were seen twice were seen once before that and once after it. Counters that do not share what they count,
 * and races, repeat values all along.
 */
export function forgottenOnce(evidence: Evidence): boolean {
  const shown = drawn(evidence).filter((reading) => !showsDay(evidence, reading) && reading.remaining !== undefined);
  const values = shown.map(({ remaining = 0 }) => remaining);
  const before = repeatsUpTo(values);
  const after = repeatsUpTo(values.toReversed()).reverse();
  const all = before.at(-1) ?? 0;
  // What comes back repeats values too.
  const span = most(shown.map(({ received }) => received)) - least(shown.map(({ sent }) => sent));
  const refilled = Math.ceil(span * evidence.perMs);
  const full = evidence.limit - 1 - SPARE - evidence.unanswered.length;
  let highest = -Infinity;
  for (let split = values.length - 1; split > 0; split -= 1) {
    highest = Math.max(highest, values[split] ?? -Infinity);
    const apart = (before[split - 1] ?? 0) + (after[split] ?? 0);
    if (highest >= full && apart < all && apart <= (all + refilled) / 2) return true;
  }
  return false;
}

/** How many of the values up to each place had been there before. */
function repeatsUpTo(values: readonly number[]): number[] {
  const seen = new Set<number>();
  return values.map((value, index) => {
    seen.add(value);
    return index + 1 - seen.size;
  });
}
