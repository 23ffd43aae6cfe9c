import { TWO_ROUNDINGS_MS } from '../../spec/headers.ts';
import { otherPlan } from '../../spec/plans.ts';
import { announcedWaitOf } from './announced-wait.ts';
import { type Evidence, maxOf, minOf } from './evidence.ts';
import { isKeyRefused, type Refusal } from './requests.ts';

/** Another plan, if every response shows its numbers: the key is of that plan, or the limiter is wrong. */
export function otherPlanShown({ experiment, unpaced, limit }: Evidence): string | undefined {
  const shown = [...new Set(unpaced.flatMap((request) => request.limit ?? []))];
  if (shown.length === 0 || [limit, experiment.perDay].some((own) => shown.includes(own))) return undefined;
  return otherPlan(experiment.plan, shown);
}

/** Whether the daily limit refuses instead of the minute's: refusals show it or a distant moment, and no list was admitted later. */
export function dailyLimitRefuses(evidence: Evidence): boolean {
  const { refusals, admittedDraws } = evidence;
  // If a clock was set, or there are two (two-clocks), every wait is much too long or too short.
  if (evidence.clock.clocks === 'several') return false;
  const last = maxOf(refusals.map(({ received }) => received));
  if (admittedDraws.some(({ sent }) => sent >= last)) return false;
  return refusals.some((refusal) => isDayRefusal(evidence, refusal));
}

function isDayRefusal(evidence: Evidence, refusal: Refusal): boolean {
  // Whatever its Reset: the day may end soon.
  if (refusal.day?.remaining === 0) return true;
  // A counter of two cells may name a moment two windows ahead (window-two-cells), but not three (threefold-windows).
  const far = refusal.received + 2 * evidence.windowMs + TWO_ROUNDINGS_MS;
  const { reset = refusal.day?.reset ?? 0 } = refusal;
  return Math.max(announcedWaitOf(evidence, refusal)?.due ?? 0, reset * 1_000 - evidence.clock.to) > far;
}

/** Whether a key that was refused gets 401 or 403 later: the specification does not say what form a ban has (rule 5). */
export function banSuspected({ refusals, unpaced }: Evidence): boolean {
  const first = minOf(refusals.map(({ sent }) => sent));
  return unpaced.some((request) => isKeyRefused(request) && request.received > first);
}
