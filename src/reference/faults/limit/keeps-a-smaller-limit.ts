import { keepQuota } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const keepsASmallerLimit: Fault = {
  id: 'keeps-a-smaller-limit',
  title: 'Keeps a limit one below the one of the plan, and shows it',
  breaks: ['limit.admits-plan'],
  apply: (base) => keepQuota(base, (quota) => ({ ...quota, limit: quota.limit - 1 })),
};
