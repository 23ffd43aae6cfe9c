import type { Stated } from '../../capacity/index.ts';
import { statedQuota } from '../../config/index.ts';
import { isPlanName, type PlanName, QUOTAS, type Quota } from '../../spec/plans.ts';
import type { Problems } from '../console/problems.ts';
import type { FromFile } from './from-file.ts';
import type { Flags } from './options.ts';
import { wholeNumber } from './values.ts';

/** A plan's numbers as far as they are stated. */
export interface PlanQuota {
  readonly perMinute: Stated | undefined;
  readonly perDay: number | undefined;
}

/** Numbers of a plan: the contract's by flags (Enterprise), else what the file says, else the specification's. */
export type QuotaOf = (plan: string) => PlanQuota;

export function readQuotas(
  flags: Flags,
  { config, target, earlier, file = '' }: FromFile,
  problems: Problems,
): QuotaOf {
  const perMinute =
    wholeNumber(flags.enterprisePerMinute, '--enterprise-per-minute', problems) ?? earlier?.enterprisePerMinute;
  const perDay = wholeNumber(flags.enterprisePerDay, '--enterprise-per-day', problems);
  return (plan) => {
    const { perMinute: value, perDay: day } = isPlanName(plan)
      ? statedQuota(plan, config?.plans ?? {}, target)
      : (config?.capacity?.plans.get(plan) ?? {});
    if (plan === 'enterprise' && perMinute !== undefined)
      return { perMinute: { value: perMinute, origin: '--enterprise-per-minute' }, perDay: perDay ?? day };
    if (value === undefined) return { perMinute: undefined, perDay: undefined };
    const ofSpec = isPlanName(plan) && QUOTAS[plan] !== null && config?.plans[plan]?.perMinute === undefined;
    return {
      perMinute: { value, origin: ofSpec ? 'the document' : file },
      perDay: (plan === 'enterprise' ? perDay : undefined) ?? day,
    };
  };
}

/** Both numbers of a plan; a day's number that nobody stated is that of a day at the full rate. */
export function fullQuota(plan: PlanName, quotaOf: QuotaOf, problems: Problems): Quota {
  const { perMinute, perDay } = quotaOf(plan);
  if (perMinute === undefined)
    problems.missing(
      "an enterprise key needs the contract's number: --enterprise-per-minute N (and --enterprise-per-day N)",
    );
  const value = perMinute?.value ?? 1;
  return { perMinute: value, perDay: perDay ?? value * 1_440 };
}
