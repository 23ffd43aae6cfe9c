import type { CapacityPlan, Objectives, Projection, Step } from '../exchange/records/capacity-record.ts';
import { latencyObjectives, requestsToProve } from './objectives.ts';

/** The name of a step: its share of the projected peak. */
export const levelName = (level: number): string => `${Math.round(level * 100)} %`;

const LEVELS: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5];

/** The step of today's peak replaces a default step this close to it. */
const CLOSE = 0.05;

/** The default steps. If a change raises the peak, today's peak is one of them, to show whether today's load fits. */
export function defaultLevels({ before, after }: Pick<Projection, 'before' | 'after'>): number[] {
  const today = before.rps / after.rps;
  // Today's peak must be below 100 %, and not so close that both steps are called `100 %`.
  if (!(today > 0 && today < 0.995)) return [...LEVELS];
  return [...LEVELS.filter((level) => level === 1 || Math.abs(level - today) > CLOSE), today].sort((a, b) => a - b);
}

const MAX_WARM_UP_SECONDS = 5;

/** The shortest step without `--step-duration`. */
export const DEFAULT_STEP_SECONDS = 30;

/** Factor above the fewest requests that prove the objectives, because those suffice only if all of them succeed. */
const REQUESTS_FACTOR = 1.5;

/** How long a step at this rate lasts so that it can prove the objectives, in multiples of 5 s. */
const secondsToProve = (objectives: Objectives, rps: number): number =>
  Math.max(DEFAULT_STEP_SECONDS, Math.ceil((requestsToProve(objectives).requests * REQUESTS_FACTOR) / rps / 5) * 5);

/** The steps in rising order. Each continues the order of keys of the previous one. `length`: the seconds that are judged. */
export function planSteps(
  levels: readonly number[],
  peakRps: number,
  length: number | undefined,
  objectives: Objectives,
  instances = 1,
): Step[] {
  if (peakRps === 0) return [];
  // k6 distributes requests and VUs over the instances, and each needs the same number.
  const onAllInstances = (number: number) => Math.max(1, number) * instances;
  let first = 0;
  return [...new Set(levels)]
    .sort((a, b) => a - b)
    .map((level) => {
      // k6 accepts only an integer as the rate.
      const perMinute = Math.max(1, Math.round(level * peakRps * 60));
      const rps = perMinute / 60;
      const seconds = length ?? secondsToProve(objectives, rps);
      const warmUpSeconds = Math.min(MAX_WARM_UP_SECONDS, seconds / 6);
      const count = onAllInstances(Math.round((rps * (warmUpSeconds + seconds)) / instances));
      const warmUp = Math.round((count * warmUpSeconds) / (seconds + warmUpSeconds));
      const vus = onAllInstances(Math.ceil(vusFor(rps, objectives) / instances));
      const step = { level, rps, perMinute, warmUpSeconds, seconds, count, warmUp, first, vus };
      first += count;
      return step;
    });
}

/** Maximum requests of all steps. The first step begins with a list on each instance, and so does each step that reads animals by id. */
export const mostRequests = ({
  steps,
  mix,
  instances = 1,
}: Pick<CapacityPlan, 'steps' | 'mix' | 'instances'>): number =>
  steps.reduce((total, { count, first }) => total + count + (first === 0 || mix.get > 0 ? instances : 0), 0);

/** The VUs suffice if responses take this many times the largest objective, or a second. With slower ones, requests are not sent. */
const LATENCY_FACTOR = 2;
const MIN_ROOM_SECONDS = 1;
const SPARE_VUS = 10;

function vusFor(rps: number, objectives: Objectives): number {
  const slowest = Math.max(0, ...latencyObjectives(objectives).map(({ ms }) => ms)) / 1_000;
  // Little's law: the number of open requests at a rate and a latency.
  return SPARE_VUS + Math.ceil(rps * Math.max(MIN_ROOM_SECONDS, LATENCY_FACTOR * slowest));
}
