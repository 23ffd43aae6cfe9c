import type { Change } from '../../capacity/projection.ts';
import { didYouMean } from '../../config/did-you-mean.ts';
import type { Capacity } from '../../config/sections.ts';
import type { PlanActivity } from '../../exchange/records/capacity-record.ts';
import { PLAN_NAMES } from '../../spec/plans.ts';
import type { Call } from '../options/call.ts';
import type { QuotaOf } from '../options/read-check.ts';

export type Mix = NonNullable<Capacity['mix']>;

/** Without a mix: only lists. */
const LISTS: Mix = { list: 1, get: 0, create: 0 };

export const readMix = ({ from: { config } }: Pick<Call, 'from'>): Mix => config?.capacity?.mix ?? LISTS;

/** Every plan of the specification and the configuration. */
export const knownPlans = ({ from: { config } }: Pick<Call, 'from'>): string[] => [
  ...new Set([...PLAN_NAMES, ...(config?.capacity?.plans.keys() ?? [])]),
];

/** Reads `--change`. A malformed limit counts as 0, because it is another problem than a missing one. */
export function readChanges({ settings, problems }: Call, known: readonly string[]): Change[] {
  const changes = new Map<string, number>();
  for (const text of settings.change ?? []) {
    const [plan = '', value = ''] = text.split(/=(.*)/s);
    const isWhole = /^[1-9]\d{0,8}$/.test(value);
    if (!known.includes(plan))
      problems.missing(
        `--change: unknown plan ${JSON.stringify(plan)}${didYouMean(plan, known)}; the plans are ${known.join(', ')}`,
      );
    else if (!isWhole)
      problems.add(`--change ${plan}: write --change ${plan}=400 (requests a minute), not ${JSON.stringify(value)}`);
    else if (changes.has(plan)) problems.add(`--change ${plan} is set more than once: keep one limit per plan`);
    if (known.includes(plan)) changes.set(plan, isWhole ? Number(value) : 0);
  }
  return [...changes].map(([plan, perMinute]) => ({ plan, perMinute }));
}

/** The customers of each plan and their activity at the peak. */
export function readActivities(
  { from, problems }: Call,
  mix: Mix,
  changes: readonly Change[],
  quotaOf: QuotaOf,
): PlanActivity[] {
  const plans = from.config?.capacity?.plans ?? new Map();
  const isChanged = (plan: string) => changes.some((change) => change.plan === plan);
  const activities = [...plans].map(([plan, { subscribers, activeAtPeak, use, readShare }]): PlanActivity => {
    const { perMinute, perDay } = quotaOf(plan);
    if (perMinute === undefined && !isChanged(plan))
      problems.missing(`${plan}: its limit is unknown; add --enterprise N/DAY from the contract`);
    const limits = { ...(perMinute && { perMinute }), ...(perDay === undefined ? {} : { perDay }) };
    return { plan, ...limits, subscribers, activeAtPeak, use, readShare: readShare ?? mix.list + mix.get };
  });
  for (const { plan } of changes)
    if (!plans.has(plan))
      problems.missing(
        `--change ${plan}: its customers are unknown; add capacity.plans.${plan} to the configuration: { subscribers: 400, activeAtPeak: 0.3, use: 0.6 }`,
      );
  if (plans.size === 0)
    problems.missing('no plan has customers: add capacity.plans to storecheck.yaml (see docs/capacity.md)');
  return activities;
}
