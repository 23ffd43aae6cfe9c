import { type Deal, type Demand, dealOut } from '../../capacity/pool.ts';
import { ownKeys } from '../../capacity/segment.ts';
import type { CapacityPlan, KeyGroup } from '../../exchange/records/capacity-record.ts';
import { perSecond } from '../../reporters/capacity/words.ts';
import { plural } from '../../reporters/text/count.ts';
import type { Problems } from '../console/problems.ts';

/**
 * Returns the keys that carry the load, or reports how many keys are missing. `keyless`: changed plans without a key.
 */
export function deal(
  dealt: Deal,
  groups: readonly KeyGroup[],
  keyless: readonly KeyGroup[],
  demand: Required<Demand>,
  instances: number,
  problems: Problems,
): CapacityPlan['shares'] {
  const limits = `90 % of a key's limit per minute and ${demand.shareOfDay * 100} % of its limit per day`;
  const missing = (some: readonly KeyGroup[]) => missingKeys(some, demand, instances);
  if (!('shares' in dealt)) {
    const { rps, requests } = demand;
    const others = keyless.flatMap((group) => missing([group]));
    const none = others.map(({ plan }) => `There is no ${plan} key. `).join('');
    const add = [
      ...others.map(({ plan, more }) => `${plural(more, `${plan} key`)} (--key ${plan}=file:PATH)`),
      moreOf(missing(groups.filter(({ plan }) => dealt.missing.some((one) => one.plan === plan)))),
    ];
    const each = instances === 1 ? '' : ` (each of the ${instances} instances needs its own)`;
    problems.add(
      `The keys allow ${carried(dealt)} of the load (${perSecond(rps)}, ${plural(requests, 'request')} in all): storecheck uses at most ${limits}. ${none}Add ${add.join(', or ')}${each}, or lower --steps`,
    );
    return [];
  }
  const ofEach = dealtToEach(dealt.shares, demand, instances).map(({ ofOne }) => ofOne);
  for (const [index, ofOne] of ofEach.entries()) {
    if ('shares' in ofOne) continue;
    problems.add(
      `not enough keys for instance ${index + 1}, which needs its own: they allow ${carried(ofOne)} of its share, because storecheck uses at most ${limits}. Add ${moreOf(missing(dealt.shares))}, or use fewer instances`,
    );
    return [];
  }
  return dealt.shares;
}

/** The keys of every instance, and whether they carry its part of the load. */
function dealtToEach(groups: readonly KeyGroup[], demand: Demand, of: number) {
  const ofOne = { ...demand, rps: demand.rps / of, requests: demand.requests / of };
  return Array.from({ length: of }, (_, index) => {
    const own = ownKeys(groups, { index, of });
    const keysOf = (plan: string) => own.find((one) => one.plan === plan)?.keys ?? 0;
    const all = groups.map((group) => ({ ...group, keys: keysOf(group.plan) }));
    return { keysOf, ofOne: dealOut(all, ofOne) };
  });
}

/** How many keys of any one plan are missing: every instance needs as many as the one that lacks most. */
function missingKeys(groups: readonly KeyGroup[], demand: Demand, of: number): TooFew['missing'] {
  const instances = dealtToEach(groups, demand, of);
  return groups.flatMap(({ plan, keys }) => {
    const needed = instances.flatMap(({ keysOf, ofOne }) =>
      missingOf(ofOne).flatMap((one) => (one.plan === plan ? [keysOf(plan) + one.more] : [])),
    );
    return needed.length === 0 ? [] : [{ plan, more: Math.max(...needed) * of - keys }];
  });
}

/** Reports that there are no keys, and how many of any one plan the load needs, if that is known. `groups` have no keys. */
export function reportNoKeys(groups: readonly KeyGroup[], demand: Demand, instances: number, problems: Problems): void {
  const missing = demand.rps === 0 ? [] : missingKeys(groups, demand, instances);
  const each = missing.map(({ plan, more }) => plural(more, `${plan} key`));
  const fewer = groups.some(({ plan }) => plan === 'enterprise') ? '' : ', or fewer enterprise keys (--enterprise N)';
  const needed = each.length === 0 ? '' : `this load needs ${each.join(' or ')}${fewer}; `;
  problems.missing(
    `no keys: ${needed}use --key PLAN=file:PATH with one key per line, or set capacity.keys (or keys of the target) in the configuration`,
  );
}

type TooFew = Exclude<Deal, { readonly shares: unknown }>;

const missingOf = (dealt: Deal) => ('missing' in dealt ? dealt.missing : []);

const isTiny = (covered: number) => covered > 0 && covered < 0.01;

/** The share of the load that keys can carry, rounded down. */
export const coveredText = (covered: number) => (isTiny(covered) ? 'less than 1 %' : `${Math.floor(covered * 100)} %`);

const carried = ({ covered }: TooFew) => `${isTiny(covered) ? '' : 'only '}${coveredText(covered)}`;

const moreOf = (missing: TooFew['missing']) =>
  missing.length === 0
    ? 'keys with larger limits'
    : missing.map(({ plan, more }) => plural(more, `more ${plan} key`)).join(', or ');
