import { groupBy } from '../../exchange/group.ts';
import { type Evidence, maxOf, minOf } from './evidence.ts';
import type { DecidedRequest } from './requests.ts';

/** The most of these requests that have the same Reset: the end of a window, or of a refill. */
export function mostWithOneReset({ windowMs }: Evidence, requests: readonly DecidedRequest[]): number {
  const shown = requests.filter(({ reset }) => reset !== undefined);
  const byReset = groupBy(shown, ({ reset = 0 }) => reset);
  // Two Resets of one window, rounded down and up (reset-jitters), differ by a second. So may those of two windows below 3 s.
  const neighbours = (reset: number) => (windowMs >= 3_000 ? (byReset.get(reset + 1) ?? []) : []);
  return maxOf([...byReset].map(([reset, { length }]) => length + neighbours(reset).length));
}

/** Whether no fixed window ended while these were sent: the first Reset was later than all of them, or their Resets show no edge. */
export function withoutEdge(evidence: Evidence, requests: readonly DecidedRequest[]): boolean {
  const first = minOf(requests.flatMap(({ reset }) => reset ?? []));
  const end = maxOf(requests.map(({ received }) => received)) + evidence.clock.to;
  if (first < Infinity && end < (first - 1) * 1_000) return true;
  return requests.every(({ reset }) => reset !== undefined) && !edgeShown(evidence, requests);
}

/** Whether two Resets that follow each other lie W − 1 s or more apart, as at every edge of a grid of windows. */
export const edgeShown = ({ windowMs }: Evidence, requests: readonly DecidedRequest[]): boolean =>
  maxOf(resetSteps(requests.flatMap(({ reset }) => reset ?? []))) >= windowMs / 1_000 - 1;

/** Whether two Resets in a row lie more than a second and less than a window apart, as those of fixed windows never do (three-workers). */
export function fixedWindowsExcluded({ windowMs, clock }: Evidence, requests: readonly DecidedRequest[]): boolean {
  const steps = resetSteps(requests.flatMap(({ reset }) => reset ?? []));
  return clock.clocks !== 'unknown' && steps.some((step) => step > 1 && step < windowMs / 1_000 - 1);
}

/** The differences between distinct Resets, in their order. */
function resetSteps(shown: readonly number[]): number[] {
  const resets = [...new Set(shown)].sort((a, b) => a - b);
  return resets.slice(1).map((reset, index) => reset - (resets[index] ?? reset));
}
