import { type CapacityPlan, type Deal, type Demand, dealOut, type KeyGroup, ownKeys } from '../../capacity/index.ts';
import { perSecond } from '../../reporters/capacity/words.ts';
import type { Problems } from '../console/problems.ts';

/** Distributes the load over the keys, and the keys over the instances, or reports how many keys are missing. */
export function deal(
  groups: readonly KeyGroup[],
  demand: Demand,
  shareOfDay: number,
  instances: number,
  problems: Problems,
): CapacityPlan['shares'] {
  const limits = `90 % of a minute's limit or ${shareOfDay * 100} % of a day's`;
  const dealt = dealOut(groups, demand, shareOfDay);
  if (!('shares' in dealt)) {
    const { rps, requests } = demand;
    problems.add(
      `the keys can send ${carried(dealt)} of ${perSecond(rps)} (${requests} requests in all) within ${limits}: add ${moreOf(dealt.missing)}, or lower --steps`,
    );
    return [];
  }
  const keys = dealt.shares.reduce((sum, share) => sum + share.keys, 0);
  if (keys < instances) {
    problems.add(
      `${instances} instances have only ${keys} keys, and each needs its own: add keys, or use fewer instances`,
    );
    return [];
  }
  const part = { rps: demand.rps / instances, requests: demand.requests / instances };
  for (let index = 0; index < instances; index += 1) {
    const own = ownKeys(dealt.shares, { index, of: instances });
    const ofOne = dealOut(own, part, shareOfDay);
    if ('shares' in ofOne) continue;
    // Each instance needs as many more as this one.
    const missing = ofOne.missing.map(({ plan, more }) => {
      const keysOf = (groups: readonly KeyGroup[]) => groups.find((group) => group.plan === plan)?.keys ?? 0;
      return { plan, more: (keysOf(own) + more) * instances - keysOf(dealt.shares) };
    });
    problems.add(
      `not enough keys for instance ${index + 1}: they can send ${carried(ofOne)} of its share within ${limits}. Add ${moreOf(missing)}, or use fewer instances`,
    );
    return [];
  }
  return dealt.shares;
}

type TooFew = Exclude<Deal, { readonly shares: unknown }>;

const carried = ({ covered }: TooFew) => `${Math.floor(covered * 100)} %`;

const moreOf = (missing: TooFew['missing']) =>
  missing.length === 0
    ? 'keys with larger limits'
    : missing.map(({ plan, more }) => `${more} more of ${plan}`).join(', or ');
