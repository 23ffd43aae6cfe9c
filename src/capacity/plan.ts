import type { CapacityStep } from '../exchange/index.ts';
import type { EarlierRun } from './compare.ts';
import type { Objectives } from './objectives.ts';
import type { Share } from './pool.ts';
import { openAtOnce, type Projection } from './projection.ts';
import type { Step } from './steps.ts';

/** Everything that was fixed before the first request; with the samples it gives the same verdict again. */
export interface CapacityPlan {
  readonly projection: Projection;
  readonly objectives: Objectives;
  readonly shares: readonly Share[];
  readonly steps: readonly Step[];
  /** How many instances offer it together; absent where one does. */
  readonly instances?: number;
  readonly mix: CapacityStep['mix'];
  /** The share of creates among the projected requests, and whether reads are sent in their place. */
  readonly writes: { readonly projected: number; readonly asReads: boolean };
  readonly earlier?: EarlierRun;
}

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
