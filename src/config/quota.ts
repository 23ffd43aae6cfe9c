import { type PlanName, QUOTAS } from '../spec/plans.ts';
import type { QuotaOverride } from './config.ts';

/** A plan's numbers: what the target's contract says (Enterprise), else what `plans` says, else the document. */
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
