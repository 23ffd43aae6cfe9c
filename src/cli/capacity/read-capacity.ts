import {
  type CapacityPlan,
  type KeyGroup,
  LEVELS,
  project,
  requestsOf,
  SHARE_OF_LIMIT,
  type Step,
  stepsOf,
  timetable,
} from '../../capacity/index.ts';
import type { Budgets, TargetClass } from '../../config/index.ts';
import type { KeyLabel } from '../../exchange/index.ts';
import type { Io } from '../../io/io.ts';
import type { Permit } from '../../run/guard.ts';
import type { Problems } from '../console/problems.ts';
import { type Bounds, readBounds } from '../options/bounds.ts';
import type { FromFile } from '../options/from-file.ts';
import { seconds, wholeNumber } from '../options/options.ts';
import { permitFor } from '../options/permit.ts';
import { type Route, readRoute } from '../options/read-route.ts';
import { readTarget } from '../options/target.ts';
import { deal } from './deal.ts';
import { tellUndistributable } from './distribute/check.ts';
import { type KeyPool, labelled, readKeyPool } from './key-pool.ts';
import { type PooledSource, readPoolSources } from './key-sources.ts';
import type { CapacityOptions } from './options.ts';
import { knownPlans, limitsOf, type Mix, readActivities, readChanges } from './read-activity.ts';
import { type Instances, readInstances } from './read-instances.ts';
import { readMix, readObjectives, tellTooShort } from './read-objectives.ts';

/** A capacity run, read from options and configuration. */
export interface CapacityCall {
  readonly baseUrl: string;
  readonly host: string;
  /** As in storecheck.yaml, else the host. */
  readonly targetName: string;
  readonly targetClass: TargetClass;
  readonly permit: Permit;
  /** What the run itself needs besides: of a dry run. */
  readonly needs: readonly string[];
  readonly plan: CapacityPlan;
  readonly instances: Instances;
  readonly keys: ReadonlyMap<KeyLabel, string>;
  readonly keySources: readonly PooledSource[];
  readonly windowSeconds: number;
  readonly timeoutMs: number;
  readonly route: Route;
  readonly bounds: Bounds;
  readonly budgets: Budgets | undefined;
}

/** What one machine offers with this record of every request (docs/capacity.md). */
const MOST_RPS = 4_000;

/** A day's share that a key may be put to: others need it too. */
const SHARE_OF_DAY: Readonly<Record<TargetClass, number>> = {
  local: SHARE_OF_LIMIT,
  staging: SHARE_OF_LIMIT,
  production: 0.5,
};

/** Every problem is added; with problems the plan is not to be used. */
export function readCapacity(
  options: CapacityOptions,
  from: FromFile,
  { env, clock, cwd }: Pick<Io, 'env' | 'clock' | 'cwd'>,
  problems: Problems,
): CapacityCall {
  const { baseUrl, class: likely } = readTarget(options.baseUrl, problems);
  const host = baseUrl === '' ? '' : new URL(baseUrl).host;
  const targetClass = from.target?.class ?? likely;
  const { permit, needs } = permitFor(options, { targetClass, host }, 'capacity', problems);
  const known = knownPlans(options, from);
  const mix = readMix(options, from, problems);
  const changes = readChanges(options, known, problems);
  const projection = project(readActivities(options, from, mix, changes, problems), changes);
  const objectives = readObjectives(options, from, problems);
  const windowSeconds = seconds(options.window ?? '60', '--window', problems);
  for (const name of ['enterprisePerMinute', 'enterprisePerDay'] as const)
    if (options[name] !== undefined)
      wholeNumber(
        options[name],
        name === 'enterprisePerDay' ? '--enterprise-per-day' : '--enterprise-per-minute',
        problems,
      );
  const stepSeconds = seconds(options.stepDuration, '--step-duration', problems);
  const { rps, writes } = projection.after;
  const instances = readInstances(options, clock.now(), problems);
  const timeoutSeconds = seconds(options.timeout ?? '10', '--timeout', problems);
  const offered =
    rps > 0 && stepSeconds > 0 ? stepsOf(levels(options.steps, problems), rps, stepSeconds, instances.of) : [];
  const { startAt } = instances;
  const steps = startAt === undefined ? offered : timetable(offered, startAt, timeoutSeconds);
  const keySources = readPoolSources(options, from, known, env, problems);
  const pool = readKeyPool(keySources, { env, cwd }, problems);
  if (steps.length > 0) tellImpossible(steps, instances, problems);
  tellOverBudget(steps, instances, from, problems);
  if (steps.length > 0) tellTooShort(steps, objectives, problems);
  const route = readRoute(options, from, problems, { cwd });
  tellUndistributable(instances, steps, route, problems);
  const sentWrites = options.allowWrites === true && permit.writes;
  const shareOfDay = from.target?.budgets.shareOfDay ?? SHARE_OF_DAY[targetClass];
  const groups = groupsOf(pool, options, from, windowSeconds, problems);
  const shares = shared(groups, steps, shareOfDay, instances, problems);
  return {
    baseUrl,
    host,
    targetName: from.target?.name ?? host,
    targetClass,
    permit,
    needs,
    plan: {
      projection,
      objectives,
      shares,
      steps,
      ...(instances.of === 1 ? {} : { instances: instances.of }),
      mix: mixOf(mix, rps > 0 ? writes / rps : 0, sentWrites),
      writes: { projected: rps > 0 ? writes / rps : 0, asReads: !sentWrites && writes > 0 },
    },
    instances,
    keys: labelled(pool),
    keySources,
    windowSeconds,
    timeoutMs: timeoutSeconds * 1_000,
    route,
    bounds: readBounds(options, problems),
    budgets: from.target?.budgets,
  };
}

/** Reads and writes by the projection; within the reads, list and get by the mix. */
function mixOf({ list, get }: Mix, writes: number, allowed: boolean): CapacityPlan['mix'] {
  const reads = allowed ? 1 - writes : 1;
  const ofReads = list + get === 0 ? 1 : list / (list + get);
  return { list: reads * ofReads, get: reads * (1 - ofReads), create: allowed ? writes : 0 };
}

function levels(text: string, problems: Problems): number[] {
  const values = text
    .split(',')
    .map((one) => Number(/^\s*\d{1,4}(\.\d+)?\s*%?\s*$/.test(one) ? Number.parseFloat(one) : Number.NaN) / 100);
  if (values.every((value) => value > 0)) return values;
  problems.add(`--steps: ${JSON.stringify(text)} must be percentages of the projected peak above 0, e.g. 50,75,100`);
  return [...LEVELS];
}

/** k6 takes no scenario shorter than a second, and one machine has an end. */
function tellImpossible(steps: readonly Step[], { of }: Instances, problems: Problems): void {
  const fast = steps.find(({ rps }) => rps > MOST_RPS * of);
  if (fast !== undefined)
    problems.add(
      `--steps: ${Math.round(fast.level * 100)} % are ${Math.round(fast.rps)} requests a second; one machine offers up to ${MOST_RPS}, so it takes ${Math.ceil(fast.rps / MOST_RPS)} (docs/capacity.md says how)`,
    );
  const slow = steps.find(({ rps }) => of > 1 && rps < of);
  if (slow !== undefined)
    problems.add(
      `${of} instances for ${slow.rps.toFixed(1)} requests a second: each must have one a second at least; take fewer`,
    );
  if (steps.some(({ seconds: measured }) => measured < 2)) problems.add('--step-duration: a step takes at least 2 s');
}

function tellOverBudget(
  steps: readonly Step[],
  { of }: Instances,
  { target, file = '' }: FromFile,
  problems: Problems,
): void {
  const requests = requestsOf(steps, of);
  const most = target?.budgets.requestsPerRun;
  if (most !== undefined && requests > most)
    problems.add(
      `--steps: ${requests} requests in all, and ${file} grants this target ${most} a run (budgets.requestsPerRun); lower --steps or --step-duration`,
    );
}

/** The pool's keys with their limits, plan by plan; one whose limit nobody stated is a problem. */
function groupsOf(
  pool: KeyPool,
  options: CapacityOptions,
  from: FromFile,
  windowSeconds: number,
  problems: Problems,
): KeyGroup[] {
  return [...pool].flatMap(([plan, keys]): KeyGroup[] => {
    const { perMinute, perDay } = limitsOf(plan, options, from);
    if (perMinute === undefined) {
      problems.missing(
        `--key ${plan}: the limit of its keys is unknown; ${plan === 'enterprise' ? 'give --enterprise-per-minute N' : 'the configuration must state it'}`,
      );
      return [];
    }
    const day = perDay === undefined ? {} : { perDay };
    return [{ plan, keys: keys.length, perWindow: perMinute.value, windowSeconds, ...day }];
  });
}

function shared(
  groups: readonly KeyGroup[],
  steps: readonly Step[],
  shareOfDay: number,
  { of }: Instances,
  problems: Problems,
): CapacityPlan['shares'] {
  if (groups.length === 0 || steps.length === 0) return [];
  const demand = { rps: Math.max(...steps.map(({ rps }) => rps)), requests: requestsOf(steps, of) };
  return deal(groups, demand, shareOfDay, of, problems);
}
