import { oncePer } from '../../exchange/once.ts';
import { type Evidence, most } from './evidence.ts';
import { promises } from './promise.ts';

/**
 * A limiter may prolong the wait with every refused request, if it says so: then a refused request of somebody else prolongs ours
 * too. Excluded where refusals four seconds apart, with others between them, name the same moment to within their rounding.
 */
export const prolongingExcluded = oncePer((evidence: Evidence): boolean => {
  const given = promises(evidence, evidence.refusals);
  return given.some((earlier) =>
    given.some(
      (later) => later.refusal.sent - earlier.refusal.received >= 4_000 && Math.abs(later.due - earlier.due) <= 2_000,
    ),
  );
});

/** How many refused requests of somebody else it takes to keep the key blocked from `due` on: none waits longer than ours had to. */
export function prolongedBy(evidence: Evidence, due: number, until: number): number {
  if (prolongingExcluded(evidence)) return Infinity;
  const longest = most(promises(evidence, evidence.refusals).map(({ refusal, due: end }) => end - refusal.sent));
  return longest <= 0 ? Infinity : Math.max(1, Math.ceil((until - due) / longest));
}
