import type { Stated } from '../../capacity/index.ts';
import { statedQuota } from '../../config/index.ts';
import { isPlanName, type PlanName, QUOTAS, type Quota } from '../../spec/plans.ts';
import type { Problems } from '../console/problems.ts';
import type { FromFile } from './from-file.ts';
import type { Flags } from './options.ts';
import { wholeNumber } from './values.ts';

/** The limits of a plan, as far as known. */
export interface PlanQuota {
  readonly perMinute: Stated | undefined;
  readonly perDay: number | undefined;
}

/** The limits of a plan: from flags (Enterprise), else from the file, else from the specification. */
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
      perMinute: { value, origin: ofSpec ? 'the specification' : file },
      perDay: (plan === 'enterprise' ? perDay : undefined) ?? day,
    };
  };
}

/** Both limits of a plan. The default limit per day is a day at the full rate. */
export function fullQuota(plan: PlanName, quotaOf: QuotaOf, problems: Problems): Quota {
  const { perMinute, perDay } = quotaOf(plan);
  if (perMinute === undefined)
    problems.missing(
      'the limit of the enterprise key is missing: add --enterprise-per-minute N (and --enterprise-per-day N) from the contract',
    );
  const value = perMinute?.value ?? 1;
  return { perMinute: value, perDay: perDay ?? value * 1_440 };
}
