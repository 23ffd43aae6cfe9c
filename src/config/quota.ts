import { type PlanName, QUOTAS } from '../spec/plans.ts';
import type { QuotaOverride } from './config.ts';

/** The limits of a plan: from the target's contract (Enterprise), else from `plans`, else from the specification. */
export function statedQuota(
  plan: PlanName,
  plans: Readonly<Partial<Record<PlanName, QuotaOverride | undefined>>>,
  target?: { readonly enterprise?: QuotaOverride | undefined },
): QuotaOverride {
  const contract = plan === 'enterprise' ? target?.enterprise : undefined;
  return {
    perMinute: contract?.perMinute ?? plans[plan]?.perMinute ?? QUOTAS[plan]?.perMinute,
    perDay: contract?.perDay ?? plans[plan]?.perDay ?? QUOTAS[plan]?.perDay,
  };
}
