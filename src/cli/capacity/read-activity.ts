import type { Change, PlanActivity, Stated } from '../../capacity/index.ts';
import type { Capacity } from '../../config/config.ts';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { didYouMean, type Problems } from '../console/problems.ts';
import type { Call } from '../options/call.ts';
import type { QuotaOf } from '../options/values.ts';

export type Mix = NonNullable<Capacity['mix']>;

/** Every plan of the specification, the configuration and the command line. */
export function knownPlans({ flags, from: { config } }: Call): string[] {
  const typed = (flags.subscribers ?? [])
    .map((text) => text.split('=')[0] ?? '')
    .filter((name) => /^[a-z][a-z0-9-]*$/.test(name));
  return [...new Set([...PLAN_NAMES, ...(config?.capacity?.plans.keys() ?? []), ...typed])];
}

export function readChanges({ flags, problems }: Call, known: readonly string[]): Change[] {
  const plans = (flags.change ?? []).map((text) => text.split('=')[0] ?? '');
  for (const plan of new Set(plans.filter((name, index) => known.includes(name) && plans.indexOf(name) !== index)))
    problems.add(`--change ${plan} is set more than once: keep one limit per plan`);
  const changes = pairs('--change', flags.change, known, whole, '400 (requests a minute)', problems);
  return [...changes].map(([plan, perMinute]) => ({ plan, perMinute }));
}

/** The numbers of an activity: their options, and how these are written. */
const NUMBERS = {
  subscribers: { flag: 'subscribers', read: whole, expected: '400' },
  activeAtPeak: { flag: 'active', read: share, expected: '0.3 or 30%, at most 1 (100 %)' },
  use: { flag: 'use', read: share, expected: '0.6 or 60%, at most 1 (100 %)' },
} as const;

/** The activity at the peak, by plan: flags first, then the configuration. */
export function readActivities(
  { flags, from, problems }: Call,
  known: readonly string[],
  mix: Mix,
  changes: readonly Change[],
  quotaOf: QuotaOf,
): PlanActivity[] {
  const fields = (['subscribers', 'activeAtPeak', 'use'] as const).map((field) => {
    const { flag, read, expected } = NUMBERS[field];
    return { field, option: `--${flag}`, typed: pairs(`--${flag}`, flags[flag], known, read, expected, problems) };
  });
  const { file = '' } = from;
  const configured = from.config?.capacity?.plans;
  const activities = known.flatMap((plan): PlanActivity[] => {
    const own = configured?.get(plan);
    const none: Stated = { value: 0, origin: 'missing' };
    const found = { subscribers: none, activeAtPeak: none, use: none };
    const missing = fields.filter(({ field, option, typed }) => {
      const [value, origin] = typed.has(plan) ? [typed.get(plan), option] : [own?.[field], file];
      if (value !== undefined) found[field] = { value, origin };
      return value === undefined;
    });
    if (missing.length === 3) return [];
    for (const { field, option } of missing)
      problems.missing(`${plan}: ${option} ${plan}=… is missing (or ${field} in the configuration)`);
    const { perMinute, perDay } = quotaOf(plan);
    if (perMinute === undefined && !changes.some((change) => change.plan === plan))
      problems.missing(
        `${plan}: its limit is unknown; ${plan === 'enterprise' ? 'add --enterprise N' : `use --change ${plan}=N to define a new plan`}`,
      );
    const readShare: Stated =
      own?.readShare === undefined
        ? { value: mix.list + mix.get, origin: 'the mix' }
        : { value: own.readShare, origin: file };
    const limits = { ...(perMinute && { perMinute }), ...(perDay === undefined ? {} : { perDay }) };
    return [{ plan, ...limits, ...found, readShare }];
  });
  for (const { plan } of changes)
    if (!activities.some((activity) => activity.plan === plan))
      problems.missing(
        `--change ${plan}: its customers are unknown; add --subscribers ${plan}=N --active ${plan}=SHARE --use ${plan}=SHARE`,
      );
  if (activities.length === 0)
    problems.missing(
      'no plan has customers: add --subscribers PLAN=N --active PLAN=SHARE --use PLAN=SHARE, or a section capacity in the configuration',
    );
  return activities;
}

/** The values of a repeatable option `PLAN=VALUE`, by plan. The last one of a plan counts, as 0 if it is malformed. Adds every problem. */
function pairs(
  option: string,
  typed: readonly string[] | undefined,
  known: readonly string[],
  read: (text: string) => number | undefined,
  expected: string,
  problems: Problems,
): Map<string, number> {
  const values = new Map<string, number>();
  for (const text of typed ?? []) {
    const [plan = '', value = ''] = text.split(/=(.*)/s);
    const parsed = read(value);
    // A malformed value is another problem than a missing one.
    if (known.includes(plan)) values.set(plan, parsed ?? 0);
    if (!known.includes(plan))
      problems.missing(
        `${option}: unknown plan ${JSON.stringify(plan)}${didYouMean(plan, known)}; the plans are ${known.join(', ')}`,
      );
    else if (parsed === undefined)
      problems.add(`${option} ${plan}: write ${option} ${plan}=${expected}, not ${JSON.stringify(value)}`);
  }
  return values;
}

/** A whole number from 1. */
function whole(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** Above 0 and up to 1, or a percentage. */
function share(text: string): number | undefined {
  const value = /^\d+(\.\d+)?%?$/.test(text) ? Number.parseFloat(text) / (text.endsWith('%') ? 100 : 1) : Number.NaN;
  return value > 0 && value <= 1 ? value : undefined;
}
