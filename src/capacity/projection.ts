import type { PlanActivity, ProjectedPlan, Projection, Rates } from '../exchange/records/capacity-record.ts';

export interface Change {
  readonly plan: string;
  readonly perMinute: number;
}

/** Factor of the sensitivity: activity shares are estimates. */
export const BUSIER = 1.2;

/** The assumption of the sensitivity in words. No more than all customers can be active. */
export function moreActive({ plans }: Pick<Projection, 'plans'>): string {
  const isCapped = plans.some(({ activeAtPeak }) => activeAtPeak * BUSIER > 1);
  return `${Math.round((BUSIER - 1) * 100)} % more customers are active${isCapped ? ' (at most 100 %)' : ''}`;
}

/** The peak before and after the changes: subscribers · share active · use · limit, by plan. Customers use the same share of a larger limit. */
export function project(activities: readonly PlanActivity[], changes: readonly Change[]): Projection {
  const plans = activities.map((activity) => projected(activity, changes));
  return {
    plans,
    before: sum(plans.map(({ before }) => before)),
    after: sum(plans.map(({ after }) => after)),
    busier: sum(plans.map((plan) => rates(plan, plan.changed, BUSIER))),
  };
}

export function changedPlans({ plans }: Pick<Projection, 'plans'>): ProjectedPlan[] {
  return plans.filter(({ perMinute, changed }) => changed !== perMinute);
}

function projected(activity: PlanActivity, changes: readonly Change[]): ProjectedPlan {
  const change = changes.findLast(({ plan }) => plan === activity.plan);
  const before = activity.perMinute ?? 0;
  const changed = change?.perMinute ?? before;
  return {
    ...activity,
    changed,
    before: rates(activity, before, 1),
    after: rates(activity, changed, 1),
  };
}

function rates({ subscribers, activeAtPeak, use, readShare }: PlanActivity, perMinute: number, busier: number): Rates {
  const active = subscribers * Math.min(1, activeAtPeak * busier);
  const rps = (active * use * perMinute) / 60;
  return { rps, reads: rps * readShare, writes: rps * (1 - readShare) };
}

function sum(parts: readonly Rates[]): Rates {
  const total = (of: keyof Rates) => parts.reduce((all, part) => all + part[of], 0);
  return { rps: total('rps'), reads: total('reads'), writes: total('writes') };
}
