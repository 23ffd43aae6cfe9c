import { type CapacityPlan, type Objectives, QUANTILES, requestsToProve, type Step } from '../../capacity/index.ts';
import { perSecond } from '../../reporters/capacity/words.ts';
import type { Problems } from '../console/problems.ts';
import type { Call } from '../options/call.ts';
import { measure } from '../options/values.ts';
import type { Mix } from './read-activity.ts';

/** The objectives, and the options or the configuration that set them. Flags come first. Adds a problem for missing and contradictory ones. */
export function readObjectives({ flags, from, problems }: Call): Pick<CapacityPlan, 'objectives' | 'objectivesFrom'> {
  const { file = '', config } = from;
  const configured = config?.capacity?.objectives;
  const values = QUANTILES.flatMap(({ name, objective }) => {
    const ms = measure('latency', flags[name], `--${name}`, problems) ?? configured?.[objective];
    const origin = flags[name] === undefined ? file : `--${name}`;
    return ms === undefined ? [] : [{ name, objective, ms, origin }];
  });
  if (values.length === 0 && QUANTILES.every(({ name }) => flags[name] === undefined))
    problems.missing('no latency objective: add --p95 300ms (and --p50, --p99), or objectives in the configuration');
  for (const [index, { name, ms }] of values.entries()) {
    const before = values[index - 1];
    if (before !== undefined && ms < before.ms)
      problems.add(`--${name}: ${ms} ms must not be less than ${before.name} (${before.ms} ms)`);
  }
  const errorShare = measure('percentage', flags.errors, '--errors', problems) ?? configured?.errorShare;
  if (errorShare === undefined && flags.errors === undefined)
    problems.missing('no objective for errors: add --errors 0.1%, or objectives.errors in the configuration');
  const latency = new Set(values.map(({ origin }) => origin));
  return {
    objectives: {
      ...Object.fromEntries(values.map(({ objective, ms }) => [objective, ms])),
      errorShare: errorShare ?? 1,
    },
    objectivesFrom: { latency: [...latency].join(', '), errors: flags.errors === undefined ? file : '--errors' },
  };
}

const OPERATIONS: readonly string[] = ['list', 'get', 'create'];

/** The mix of operations, with a sum of 1. Default: only lists. */
export function readMix({ flags, from, problems }: Call): Mix {
  if (flags.mix === undefined) return from.config?.capacity?.mix ?? { list: 1, get: 0, create: 0 };
  const pairs = flags.mix.split(',').map((text) => text.split('='));
  const shares = new Map(pairs.map(([name = '', share]) => [name.trim(), Number(share)]));
  const [list = 0, get = 0, create = 0] = OPERATIONS.map((name) => shares.get(name));
  if (
    ![...shares.keys()].every((name) => OPERATIONS.includes(name)) ||
    ![list, get, create].every((value) => value >= 0 && value <= 1) ||
    Math.abs(list + get + create - 1) > 1e-6
  )
    problems.add(`--mix: ${JSON.stringify(flags.mix)} must look like list=0.85,get=0.15,create=0, with a sum of 1`);
  return { list, get, create };
}

/** Adds a problem if the steps send too few requests to prove the objectives. */
export function addTooShort(steps: readonly Step[], objectives: Objectives, problems: Problems): void {
  const peak = steps.find(({ level }) => level >= 1);
  if (peak === undefined) {
    problems.add('--steps: add a step of 100 % or more, or the projected peak is not tested');
    return;
  }
  const { requests: most, what } = requestsToProve(objectives);
  if (peak.rps * peak.seconds < most)
    problems.add(
      `--step-duration is too short: ${what} needs at least ${most} requests, but a step at ${perSecond(peak.rps)} sends ${Math.floor(peak.rps * peak.seconds)}. Use at least ${Math.ceil(most / peak.rps)}, or omit the option`,
    );
}
