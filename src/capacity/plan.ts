import type { CapacityPlan, CapacityStep } from '../exchange/index.ts';
import type { Objectives } from './objectives.ts';
import { openAtOnce } from './projection.ts';
import type { Step } from './steps.ts';

export type { CapacityPlan } from '../exchange/index.ts';

/** Factor of the largest objective that the VUs must cover; slower responses leave requests unsent. */
const SHORTEST_ROOM_SECONDS = 1;
const FEWEST_VUS = 10;

/** Maximum open requests. */
export function vusFor(rps: number, objectives: Objectives): number {
  const slowest = Math.max(...[objectives.p50Ms, objectives.p95Ms, objectives.p99Ms].map((ms) => ms ?? 0)) / 1_000;
  return FEWEST_VUS + openAtOnce(rps, Math.max(SHORTEST_ROOM_SECONDS, 2 * slowest));
}

/** The k6 settings of a step. */
export function configOfStep(step: Step, { objectives, mix, instances = 1 }: CapacityPlan, tag: string): CapacityStep {
  const { level, rps, count, first, seconds, warmUpSeconds, startAt } = step;
  return {
    level,
    perMinute: Math.round(rps * 60),
    count,
    warmUp: Math.round((count * warmUpSeconds) / (seconds + warmUpSeconds)),
    first,
    // k6 distributes requests like VUs, so each instance needs the same number.
    vus: Math.ceil(vusFor(rps, objectives) / instances) * instances,
    mix,
    tag,
    ...(startAt === undefined ? {} : { startAt }),
  };
}
