import {
  type CapacityPlan,
  dealOut,
  type KeyGroup,
  LEVELS,
  project,
  SHARE_OF_LIMIT,
  type Step,
  stepsOf,
} from '../../capacity/index.ts';
import type { KeyLabel } from '../../exchange/index.ts';
import { guard, type Permit } from '../../run/guard.ts';
import type { TargetClass } from '../../run/target-class.ts';
import { seconds, wholeNumber } from '../options.ts';
import type { Problems } from '../problems.ts';
import { readTarget } from '../target.ts';
import { type KeyPool, labelled, readKeyPool } from './key-pool.ts';
import type { CapacityOptions } from './options.ts';
import { type FromConfig, knownPlans, limitsOf, type Mix, readActivities, readChanges } from './read-activity.ts';
import { readMix, readObjectives, tellTooShort } from './read-objectives.ts';

/** A capacity run, read from options and configuration. */
export interface CapacityCall {
  readonly baseUrl: string;
  readonly host: string;
  readonly targetClass: TargetClass;
  readonly permit: Permit;
  readonly plan: CapacityPlan;
  readonly keys: ReadonlyMap<KeyLabel, string>;
  readonly windowSeconds: number;
  readonly timeoutMs: number;
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
  from: FromConfig,
  env: NodeJS.ProcessEnv,
  problems: Problems,
): CapacityCall {
  const target = readTarget(options.baseUrl, problems);
  const host = target.baseUrl === '' ? '' : new URL(target.baseUrl).host;
  const permit = permitFor(options, target.class, host, problems);
  const known = knownPlans(options, from);
  const mix = readMix(options, from, problems);
  const changes = readChanges(options, known, problems);
  const projection = project(readActivities(options, from, mix, changes, problems), changes);
  const objectives = readObjectives(options, from, problems);
  const windowSeconds = seconds(options.window, '--window', problems);
  for (const name of ['enterprisePerMinute', 'enterprisePerDay'] as const)
    if (options[name] !== undefined)
      wholeNumber(
        options[name],
        name === 'enterprisePerDay' ? '--enterprise-per-day' : '--enterprise-per-minute',
        problems,
      );
  const stepSeconds = seconds(options.stepDuration, '--step-duration', problems);
  const { rps, writes } = projection.after;
  const steps = rps > 0 && stepSeconds > 0 ? stepsOf(levels(options.steps, problems), rps, stepSeconds) : [];
  const pool = readKeyPool(options, from, known, env, problems);
  if (steps.length > 0) tellImpossible(steps, problems);
  if (steps.length > 0) tellTooShort(steps, objectives, problems);
  const sentWrites = options.allowWrites === true && permit.writes;
  const shares = deal(pool, options, from, steps, windowSeconds, SHARE_OF_DAY[target.class], problems);
  return {
    baseUrl: target.baseUrl,
    host,
    targetClass: target.class,
    permit,
    plan: {
      projection,
      objectives,
      shares,
      steps,
      mix: offered(mix, rps > 0 ? writes / rps : 0, sentWrites),
      writes: { projected: rps > 0 ? writes / rps : 0, asReads: !sentWrites && writes > 0 },
    },
    keys: labelled(pool),
    windowSeconds,
    timeoutMs: seconds(options.timeout, '--timeout', problems) * 1_000,
  };
}

/** A dry run sends nothing, so it may plan anything. */
function permitFor(options: CapacityOptions, targetClass: TargetClass, host: string, problems: Problems): Permit {
  const nothing: Permit = { writes: false, load: false };
  if (host === '') return nothing;
  const { allowLoad = false, allowWrites = false, confirmHost: confirmedHost } = options;
  const decision = guard({ targetClass, host, allowWrites, allowLoad, pushes: true, confirmedHost });
  if ('permit' in decision) return decision.permit;
  if (options.dryRun !== true) for (const reason of decision.refused) problems.add(reason);
  return nothing;
}

/** Reads and writes by the projection; within the reads, list and get by the mix. */
function offered({ list, get }: Mix, writes: number, allowed: boolean): CapacityPlan['mix'] {
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
function tellImpossible(steps: readonly Step[], problems: Problems): void {
  const fast = steps.find(({ rps }) => rps > MOST_RPS);
  if (fast !== undefined)
    problems.add(
      `--steps: ${Math.round(fast.level * 100)} % are ${Math.round(fast.rps)} requests a second; one machine offers up to ${MOST_RPS} (docs/capacity.md says when to distribute)`,
    );
  if (steps.some(({ seconds: measured }) => measured < 2)) problems.add('--step-duration: a step takes at least 2 s');
}

/** Deals the load out to the keys, or says how many more it takes. */
function deal(
  pool: KeyPool,
  options: CapacityOptions,
  from: FromConfig,
  steps: readonly Step[],
  windowSeconds: number,
  shareOfDay: number,
  problems: Problems,
): CapacityPlan['shares'] {
  const groups = [...pool].flatMap(([plan, keys]): KeyGroup[] => {
    const { perMinute, perDay } = limitsOf(plan, options, from);
    if (perMinute === undefined) {
      problems.add(
        `--key ${plan}: the limit of its keys is unknown; ${plan === 'enterprise' ? 'give --enterprise-per-minute N' : 'the configuration must state it'}`,
      );
      return [];
    }
    return [
      {
        plan,
        keys: keys.length,
        perWindow: perMinute.value,
        windowSeconds,
        ...(perDay === undefined ? {} : { perDay }),
      },
    ];
  });
  if (groups.length === 0 || steps.length === 0) return [];
  // One a step asks for ids.
  const requests = steps.reduce((sum, { count }) => sum + count + 1, 0);
  const rps = Math.max(...steps.map((step) => step.rps));
  const dealt = dealOut(groups, { rps, requests }, shareOfDay);
  if ('shares' in dealt) return dealt.shares;
  const more = dealt.missing.map(({ plan, more: keys }) => `${keys} more of ${plan}`).join(', or ');
  problems.add(
    `the keys carry ${Math.floor(dealt.covered * 100)} % of ${rps.toFixed(1)} requests a second (${requests} in all) without passing 90 % of a minute's limit or ${shareOfDay * 100} % of a day's: give ${more === '' ? 'keys with larger limits' : more}, or lower --steps`,
  );
  return [];
}
