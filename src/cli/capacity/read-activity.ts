import type { Change, PlanActivity, Stated } from '../../capacity/index.ts';
import type { Activity, Capacity } from '../../config/config.ts';
import { statedQuota } from '../../config/quota.ts';
import { isPlanName, PLAN_NAMES, QUOTAS } from '../../spec/plans.ts';
import type { Problems } from '../console/problems.ts';
import type { FromFile } from '../options/from-file.ts';
import type { CapacityOptions } from './options.ts';
import { pairs, share, whole } from './pairs.ts';

export type Mix = NonNullable<Capacity['mix']>;

/** Limits of a plan as they are in force. */
export interface Limits {
  readonly perMinute: Stated | undefined;
  readonly perDay: number | undefined;
}

/** Every plan that is known from the document, the configuration or the command line. */
export function knownPlans(options: CapacityOptions, { config }: FromFile): string[] {
  const typed = options.subscribers
    .map((text) => text.split('=')[0] ?? '')
    .filter((name) => /^[a-z][a-z0-9-]*$/.test(name));
  return [...new Set([...PLAN_NAMES, ...(config?.capacity?.plans.keys() ?? []), ...typed])];
}

/** What the plan's keys may send now: what a contract or the configuration says, else the document. */
export function limitsOf(plan: string, options: CapacityOptions, { config, target, file = '' }: FromFile): Limits {
  const contract = plan === 'enterprise' ? whole(options.enterprisePerMinute ?? '') : undefined;
  if (contract !== undefined)
    return {
      perMinute: { value: contract, origin: '--enterprise-per-minute' },
      perDay: whole(options.enterprisePerDay ?? ''),
    };
  const own = config?.capacity?.plans.get(plan);
  const quota = isPlanName(plan)
    ? statedQuota(plan, config?.plans ?? {}, target)
    : { perMinute: own?.perMinute, perDay: own?.perDay };
  if (quota.perMinute === undefined) return { perMinute: undefined, perDay: undefined };
  const ofDocument = isPlanName(plan) && QUOTAS[plan] !== null && config?.plans[plan]?.perMinute === undefined;
  return { perMinute: { value: quota.perMinute, origin: ofDocument ? 'the document' : file }, perDay: quota.perDay };
}

export function readChanges(options: CapacityOptions, known: readonly string[], problems: Problems): Change[] {
  const changes = pairs('--change', options.change, known, whole, '400 (requests a minute)', problems);
  return [...changes].map(([plan, perMinute]) => ({ plan, perMinute }));
}

/** Who is active at the peak, plan by plan: flags first, then the configuration. */
export function readActivities(
  options: CapacityOptions,
  from: FromFile,
  mix: Mix,
  changes: readonly Change[],
  problems: Problems,
): PlanActivity[] {
  const known = knownPlans(options, from);
  const subscribers = pairs('--subscribers', options.subscribers, known, whole, '400', problems);
  const active = pairs('--active', options.active, known, share, '0.3', problems);
  const use = pairs('--use', options.use, known, share, '0.6', problems);
  const { file = '' } = from;
  const configured = from.config?.capacity?.plans;
  const activities = known.flatMap((plan): PlanActivity[] => {
    const own = configured?.get(plan);
    const number = (flag: string, flags: Map<string, number>, field: 'subscribers' | 'activeAtPeak' | 'use') =>
      stated(flags.get(plan), flag, own, field, file);
    const found = {
      subscribers: number('--subscribers', subscribers, 'subscribers'),
      activeAtPeak: number('--active', active, 'activeAtPeak'),
      use: number('--use', use, 'use'),
    };
    const missing = Object.entries(found).filter(([, value]) => value === undefined);
    if (missing.length === 3) return [];
    const flags = { subscribers: '--subscribers', activeAtPeak: '--active', use: '--use' };
    for (const [field] of missing)
      problems.missing(
        `${plan}: ${flags[field as keyof typeof flags]} ${plan}=… is missing (or ${field} in the configuration)`,
      );
    const { perMinute } = limitsOf(plan, options, from);
    if (perMinute === undefined && !changes.some((change) => change.plan === plan))
      problems.missing(
        `${plan}: its limit is unknown; ${plan === 'enterprise' ? 'give --enterprise-per-minute N' : `--change ${plan}=N makes it a new plan`}`,
      );
    const readShare: Stated =
      own?.readShare === undefined
        ? { value: mix.list + mix.get, origin: 'the mix' }
        : { value: own.readShare, origin: file };
    const none: Stated = { value: 0, origin: 'missing' };
    const { subscribers: all = none, activeAtPeak = none, use: used = none } = found;
    return [
      { plan, ...(perMinute === undefined ? {} : { perMinute }), subscribers: all, activeAtPeak, use: used, readShare },
    ];
  });
  for (const { plan } of changes)
    if (!activities.some((activity) => activity.plan === plan))
      problems.missing(
        `--change ${plan}: nothing is known of its customers; give --subscribers ${plan}=N --active ${plan}=SHARE --use ${plan}=SHARE`,
      );
  if (activities.length === 0)
    problems.missing(
      'no plan has customers: give --subscribers PLAN=N --active PLAN=SHARE --use PLAN=SHARE, or a configuration with the section capacity',
    );
  return activities;
}

function stated(
  typed: number | undefined,
  flag: string,
  own: Activity | undefined,
  field: 'subscribers' | 'activeAtPeak' | 'use',
  name: string,
): Stated | undefined {
  if (typed !== undefined) return { value: typed, origin: flag };
  return own === undefined ? undefined : { value: own[field], origin: name };
}
