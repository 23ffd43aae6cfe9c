import type { CapacityPlan, Objectives, PlanActivity, Projection, Step } from '../exchange/records/capacity-record.ts';
import type { CapacityVerdict } from './result-schema.ts';
import { requestsForQuantile, requestsForShare } from './statistics.ts';
import { percent } from './words.ts';

type Rates = Projection['after'];

type Change = Required<Pick<PlanActivity, 'plan' | 'perMinute'>>;

/** How many times more customers are active in the `busier` projection, because activity shares are estimates. */
export const BUSIER = 1.2;

/** The peak before and after the changes: subscribers · share active · use · limit. `use` is assumed to be the same after a change. */
export function project(activities: readonly PlanActivity[], changes: readonly Change[]): Projection {
  const plans = activities.map((activity) => {
    const { plan, perMinute = 0 } = activity;
    const { perMinute: changed = perMinute } = changes.find((change) => change.plan === plan) ?? {};
    return { ...activity, changed, before: rates(activity, perMinute, 1), after: rates(activity, changed, 1) };
  });
  return {
    plans,
    before: sum(plans.map(({ before }) => before)),
    after: sum(plans.map(({ after }) => after)),
    busier: sum(plans.map((plan) => rates(plan, plan.changed, BUSIER))),
  };
}

export const changedPlans = ({ plans }: Pick<Projection, 'plans'>) =>
  plans.filter(({ perMinute, changed }) => changed !== perMinute);

function rates({ subscribers, activeAtPeak, use, readShare }: PlanActivity, perMinute: number, busier: number): Rates {
  const active = subscribers * Math.min(1, activeAtPeak * busier);
  const rps = (active * use * perMinute) / 60;
  return { rps, reads: rps * readShare, writes: rps * (1 - readShare) };
}

function sum(parts: readonly Rates[]): Rates {
  const total = (name: keyof Rates) => parts.reduce((subtotal, part) => subtotal + part[name], 0);
  return { rps: total('rps'), reads: total('reads'), writes: total('writes') };
}

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
export function stepsOf(
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
  const slowest = Math.max(0, ...stated(objectives).map(({ ms }) => ms)) / 1_000;
  // Little's law: the number of open requests at a rate and a latency.
  return SPARE_VUS + Math.ceil(rps * Math.max(MIN_ROOM_SECONDS, LATENCY_FACTOR * slowest));
}

export const QUANTILES = [
  { name: 'p50', p: 0.5, objective: 'p50Ms' },
  { name: 'p95', p: 0.95, objective: 'p95Ms' },
  { name: 'p99', p: 0.99, objective: 'p99Ms' },
] as const;

export type QuantileName = (typeof QUANTILES)[number]['name'];

export function stated(objectives: Objectives) {
  return QUANTILES.flatMap(({ name, p, objective }) => {
    const ms = objectives[objective];
    return ms === undefined ? [] : [{ name, p, ms }];
  });
}

export const objectiveTexts = (objectives: Objectives) => ({
  latency: stated(objectives)
    .map(({ name, ms }) => `${name} ≤ ${ms} ms`)
    .join(', '),
  errors: `an error rate of at most ${percent(objectives.errorShare)}`,
});

/** The number of requests that can prove all objectives, and the objective that needs so many. */
export function requestsToProve(objectives: Objectives): { readonly requests: number; readonly what: string } {
  const needs = [
    ...stated(objectives).map(({ name, p }) => ({ what: name as string, requests: requestsForQuantile(p) })),
    { what: `an error rate of ${percent(objectives.errorShare)}`, requests: requestsForShare(objectives.errorShare) },
  ];
  return needs.reduce((most, need) => (need.requests > most.requests ? need : most));
}

/** Milliseconds of lateness that are always tolerated, because timers of a healthy generator can be this late. */
const MIN_TOLERATED_LAG_MS = 10;

/** Maximum lateness as a share of the smallest objective. With a later generator, latencies show the generator, not the service. */
const SHARE_OF_OBJECTIVE = 0.1;

/** The maximum p99 of the generator's lateness, in milliseconds. */
export const toleratedLag = (objectives: Objectives): number =>
  Math.max(MIN_TOLERATED_LAG_MS, SHARE_OF_OBJECTIVE * Math.min(...stated(objectives).map(({ ms }) => ms)));

const ROUNDING = 1e-6;

/** The bracket as limits in requests/min, if just one plan is changed. A limit of 0 or less: the other plans alone are this load. */
export function limitBracket(
  projection: Projection,
  { headroom, beyond = null }: Pick<CapacityVerdict, 'headroom' | 'beyond'>,
) {
  const [change, ...more] = changedPlans(projection);
  if (change === undefined || more.length > 0) return undefined;
  const { rps } = projection.after;
  const others = rps - change.after.rps;
  const each = change.after.rps / change.changed;
  const limitAt = (level: number) => (level * rps - others) / each;
  const today = change.perMinute ?? 0;
  // Rounded down: a limit that fits must not be overstated.
  const fits = Math.floor(limitAt(headroom ?? 0) + ROUNDING);
  const exceeds = beyond === null ? null : Math.ceil(limitAt(beyond) - ROUNDING);
  // A limit to test next: one that fits, or the middle between today's limit and one that does not fit.
  const smaller = fits > today ? fits : Math.floor((today + (exceeds ?? 0)) / 2);
  return { plan: change.plan, fits, exceeds, smaller: smaller > today ? smaller : undefined };
}

/** Whether the headroom shows that the peak also fits if more customers are active. */
export const fitsBusier = ({ after, busier }: Projection, headroom: number | null) =>
  headroom !== null && busier.rps <= headroom * after.rps + ROUNDING;
