import type { QuotaOverride } from '../../config/kinds.ts';
import { statedQuota } from '../../config/sections.ts';
import { isPlanName, type PlanName, type Quota } from '../../spec/plans.ts';
import type { Problems } from '../console/problems.ts';
import type { Call } from './call.ts';

/** The limits of a plan, as far as known: from --enterprise, else from storecheck.yaml, else from the specification. */
export type QuotaOf = (plan: string) => QuotaOverride;

export const readQuotas =
  ({ from: { config }, settings }: Call): QuotaOf =>
  (plan) =>
    isPlanName(plan)
      ? statedQuota(plan, config?.plans ?? {}, settings.enterprise)
      : (config?.capacity?.plans.get(plan) ?? {});

/** Both limits of a plan. The default limit per day is a day at the full rate. */
export function fullQuota(plan: PlanName, quotaOf: QuotaOf, problems: Problems): Quota {
  const { perMinute, perDay } = quotaOf(plan);
  if (perMinute === undefined)
    problems.missing('the limit of the enterprise key is missing: add --enterprise N/DAY from the contract');
  const value = perMinute ?? 1;
  return { perMinute: value, perDay: perDay ?? value * 1_440 };
}
