import { oncePer } from '../../exchange/once.ts';
import type { Evidence } from './evidence.ts';
import { drawn } from './exhaustion.ts';

/** after: N − 1 on the first response and 0 on the last admitted one; before: N and 1. Both are legal. */
type RemainingConvention = 'after' | 'before' | 'unknown';

/** Remaining of the requests that exhausted the limit; undefined if it does not describe the minute's limit. */
export const remainingAccount = oncePer((evidence: Evidence) => {
  const values = drawn(evidence).flatMap(({ remaining }) => remaining ?? []);
  if (values.length === 0) return undefined;
  const distinct = [...new Set(values)].sort((a, b) => a - b);
  const lowest = distinct[0] ?? 0;
  const highest = distinct.at(-1) ?? 0;
  return {
    convention: conventionOf(evidence, highest, lowest),
    highest,
    lowest,
    /** Values in between that no response showed: requests of another client, or lost responses. */
    missing: highest - lowest + 1 - distinct.length,
    /** Responses with a value that was seen before: refill, a race, or several counters. */
    repeated: values.length - distinct.length,
  };
});

function conventionOf({ limit }: Evidence, highest: number, lowest: number): RemainingConvention {
  if (highest === limit) return lowest === 0 ? 'unknown' : 'before';
  return lowest === 0 ? 'after' : 'unknown';
}

/** Requests of another client: the falls of Remaining beyond our own requests and lost responses. */
export function othersSeen(evidence: Evidence): number {
  return Math.max(0, (remainingAccount(evidence)?.missing ?? 0) - evidence.unanswered.length);
}
