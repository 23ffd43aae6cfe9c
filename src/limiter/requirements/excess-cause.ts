import { plural } from '../evidence/describe.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { Reading } from '../evidence/reading.ts';

/** The smallest cause that explains too many admitted requests: a hint for the finding, no verdict hangs on it. */
export function excessCause(evidence: Evidence, admitted: readonly Reading[], excess: number): string {
  if (excess === 1) return 'off by one';
  const total = evidence.limit + excess;
  const plan = Object.entries(evidence.experiment.otherPlans).find(([, { perMinute }]) => perMinute === total);
  if (plan !== undefined) return `the limit of the plan ${plan[0]}`;
  const counters = countersBehind(admitted);
  if (counters > 1)
    return `each Remaining was shown about ${counters} times, as by ${counters} counters that do not share what they count (behind a balancer), or by a race`;
  if (repeats(admitted) > 0)
    return `a race: ${plural(repeats(admitted), 'request')} saw a Remaining that another had seen`;
  return `${(total / evidence.limit).toFixed(2)} times the limit were admitted: a window of another length, or no limit`;
}

/** Unshared counters show each Remaining once for each counter. */
function countersBehind(admitted: readonly Reading[]): number {
  const times = new Map<number, number>();
  for (const { remaining } of admitted)
    if (remaining !== undefined && remaining > 0) times.set(remaining, (times.get(remaining) ?? 0) + 1);
  const counts = [...times.values()].sort((a, b) => a - b);
  return counts[counts.length >> 1] ?? 0;
}

function repeats(admitted: readonly Reading[]): number {
  const seen = admitted.flatMap(({ remaining }) => (remaining !== undefined && remaining > 0 ? [remaining] : []));
  return seen.length - new Set(seen).size;
}
