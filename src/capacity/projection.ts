import type { PlanActivity, Projection } from '../exchange/records/capacity-record.ts';
import type { CapacityVerdict } from './result-schema.ts';

type Rates = Projection['after'];

type Change = Required<Pick<PlanActivity, 'plan' | 'perMinute'>>;

/** How many times more customers are active in the `busier` projection, because activity shares are estimates. */
export const BUSIER = 1.2;

/** The peak before and after the changes: subscribers · share active · use · limit. `use` is assumed to be the same after a change. */
export function project(activities: readonly PlanActivity[], changes: readonly Change[]): Projection {
  const plans = activities.map((activity) => {
    const { plan, perMinute = 0 } = activity;
    const { perMinute: changed = perMinute } = changes.find((change) => change.plan === plan) ?? {};
    return { ...activity, changed, before: rates(activity, perMinute, 1), after: rates(activity, changed, 1) };
  });
  return {
    plans,
    before: sum(plans.map(({ before }) => before)),
    after: sum(plans.map(({ after }) => after)),
    busier: sum(plans.map((plan) => rates(plan, plan.changed, BUSIER))),
  };
}

export const changedPlans = ({ plans }: Pick<Projection, 'plans'>) =>
  plans.filter(({ perMinute, changed }) => changed !== perMinute);

function rates({ subscribers, activeAtPeak, use, readShare }: PlanActivity, perMinute: number, busier: number): Rates {
  const active = subscribers * Math.min(1, activeAtPeak * busier);
  const rps = (active * use * perMinute) / 60;
  return { rps, reads: rps * readShare, writes: rps * (1 - readShare) };
}

function sum(parts: readonly Rates[]): Rates {
  const total = (name: keyof Rates) => parts.reduce((subtotal, part) => subtotal + part[name], 0);
  return { rps: total('rps'), reads: total('reads'), writes: total('writes') };
}

const ROUNDING = 1e-6;

/** The bracket as limits in requests/min, if just one plan is changed. A limit of 0 or less: the other plans alone are this load. */
export function limitBracket(
  projection: Projection,
  { headroom, beyond = null }: Pick<CapacityVerdict, 'headroom' | 'beyond'>,
) {
  const [change, ...more] = changedPlans(projection);
  if (change === undefined || more.length > 0) return undefined;
  const { rps } = projection.after;
  const others = rps - change.after.rps;
  const each = change.after.rps / change.changed;
  const limitAt = (level: number) => (level * rps - others) / each;
  const today = change.perMinute ?? 0;
  // Rounded down: a limit that fits must not be overstated.
  const fits = Math.floor(limitAt(headroom ?? 0) + ROUNDING);
  const exceeds = beyond === null ? null : Math.ceil(limitAt(beyond) - ROUNDING);
  // A limit to test next: one that fits, or the middle between today's limit and one that does not fit.
  const smaller = fits > today ? fits : Math.floor((today + (exceeds ?? 0)) / 2);
  return { plan: change.plan, fits, exceeds, smaller: smaller > today ? smaller : undefined };
}

/** Whether the headroom shows that the peak also fits if more customers are active. */
export const fitsBusier = ({ after, busier }: Projection, headroom: number | null) =>
  headroom !== null && busier.rps <= headroom * after.rps + ROUNDING;
