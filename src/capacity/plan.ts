import type { CapacityPlan, CapacityStep } from '../exchange/index.ts';
import type { Objectives } from './objectives.ts';
import { openAtOnce } from './projection.ts';
import type { Step } from './steps.ts';

export type { CapacityPlan } from '../exchange/index.ts';

/** Enough for answers that take twice as long as the worst that is to be proven; what is slower swamps the step. */
const SHORTEST_ROOM_SECONDS = 1;
const FEWEST_VUS = 10;

/** How many requests can be open at once. */
export function vusFor(rps: number, objectives: Objectives): number {
  const slowest = Math.max(...[objectives.p50Ms, objectives.p95Ms, objectives.p99Ms].map((ms) => ms ?? 0)) / 1_000;
  return FEWEST_VUS + openAtOnce(rps, Math.max(SHORTEST_ROOM_SECONDS, 2 * slowest));
}

/** What k6 is told of a step. */
export function configOfStep(step: Step, { objectives, mix, instances = 1 }: CapacityPlan, tag: string): CapacityStep {
  const { level, rps, count, first, seconds, warmUpSeconds, startAt } = step;
  return {
    level,
    perMinute: Math.round(rps * 60),
    count,
    warmUp: Math.round((count * warmUpSeconds) / (seconds + warmUpSeconds)),
    first,
    // k6 deals the requests out as it deals the VUs, so each instance must have as many.
    vus: Math.ceil(vusFor(rps, objectives) / instances) * instances,
    mix,
    tag,
    ...(startAt === undefined ? {} : { startAt }),
  };
}
