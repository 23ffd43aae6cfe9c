import { keepQuota } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const keepsHalfTheLimit: Fault = {
  id: 'keeps-half-the-limit',
  title: 'Keeps half the limit of the plan, and shows it',
  breaks: ['limit.admits-plan'],
  // At Reset half of the limit is back.
  follows: ['limit.reset-true'],
  apply: (base) => keepQuota(base, (quota) => ({ ...quota, limit: quota.limit / 2 })),
};
