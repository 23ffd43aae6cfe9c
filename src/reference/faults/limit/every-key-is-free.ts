import { countTo } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const everyKeyIsFree: Fault = {
  id: 'every-key-is-free',
  title: 'Admits what a Free key may, whatever the plan that it shows',
  needs: { plan: 'pro' },
  breaks: ['limit.admits-plan'],
  apply: (base) => countTo(base, (limit) => Math.min(limit, base.allowances.free.perMinute)),
};
