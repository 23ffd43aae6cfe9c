import { type Deal, type Demand, dealOut, ownKeys } from '../../capacity/keys.ts';
import { perSecond } from '../../capacity/words.ts';
import { type ApiKey, apiKey } from '../../exchange/api-key.ts';
import type { CapacityPlan, KeyGroup } from '../../exchange/records/capacity-record.ts';
import { plural } from '../../text/count.ts';
import type { Problems } from '../console/console.ts';
import type { Call } from '../options/call.ts';
import { type KeyReference, keysIn, nameOf } from '../options/keys.ts';

const MOST_LINES = 10;

/** The keys by plan: `pro#1` … in the order of their sources. No message contains a key. */
export function readKeyPool(
  references: readonly KeyReference<string>[],
  call: Call,
): ReadonlyMap<string, readonly ApiKey[]> {
  const pool = new Map<string, string[]>();
  const seen = new Set<string>();
  for (const reference of references) {
    const keys = keysIn(reference, call);
    const repeated = keys.flatMap(({ key, line }) => {
      const isRepeated = seen.has(key);
      seen.add(key);
      return isRepeated ? [line] : [];
    });
    const places = repeated.length > MOST_LINES ? [...repeated.slice(0, MOST_LINES), '…'] : repeated;
    if (repeated.length > 0)
      call.problems.add(
        `${nameOf(reference, call)} repeats earlier keys: remove ${places.length === 1 ? 'line' : 'lines'} ${places.join(', ')}`,
      );
    if (keys.length > 0) pool.set(reference.plan, [...(pool.get(reference.plan) ?? []), ...keys.map(({ key }) => key)]);
  }
  return new Map(
    [...pool].map(([plan, keys]) => [plan, keys.map((key, index) => apiKey(`${plan}#${index + 1}`, key))]),
  );
}

/** The keys that carry the load, each on one instance. `covered`: the share of the load that they carry, from 0 to 1. */
interface Dealt {
  readonly shares: CapacityPlan['shares'];
  readonly covered: number;
}

/** Reports how many keys of any one plan are missing, if the keys are too few. `others`: plans without a key that could help. */
export function dealKeys(
  groups: readonly KeyGroup[],
  others: readonly KeyGroup[],
  demand: Required<Demand>,
  instances: number,
  problems: Problems,
): Dealt {
  const dealt = dealOut(groups, demand);
  const short = ofEach(groups, demand, instances).flatMap(({ deal }) => ('covered' in deal ? deal.covered : []));
  if ('shares' in dealt && short.length === 0) return { shares: dealt.shares, covered: 1 };
  const covered = Math.min(...short);
  const all = [...groups, ...others];
  const add = missingKeys(all, demand, instances).map(({ plan, keys, more }) =>
    plural(more, `${keys > 0 ? 'more ' : ''}${plan} key`),
  );
  if (demand.rps > 0 && !all.some(({ plan }) => plan === 'enterprise'))
    add.push('fewer Enterprise keys (--enterprise N)');
  const limits = `90 % of a key's limit per minute and ${demand.shareOfDay * 100} % of its limit per day`;
  const found =
    groups.length === 0
      ? 'no keys'
      : `the keys allow only ${coveredText(covered)} of the load (${perSecond(demand.rps)}, ${plural(demand.requests, 'request')} in all), because storecheck uses at most ${limits}`;
  const each = instances === 1 ? '' : ` (each of the ${instances} pods needs its own)`;
  const better = groups.length === 0 ? 'add keys' : 'add keys with larger limits';
  const needed = add.length === 0 ? better : `add ${add.join(', or ')}${each}`;
  problems.missing(`${found}: ${needed} in capacity.keys or with --key PLAN=file:PATH, one per line, or lower --steps`);
  return { shares: [], covered };
}

/** The keys of every instance, and whether they carry its part of the load. */
function ofEach(groups: readonly KeyGroup[], { rps, requests, shareOfDay }: Required<Demand>, of: number) {
  return Array.from({ length: of }, (_, index) => {
    const own = ownKeys(groups, { index, of });
    const keysOf = (plan: string) => own.find((one) => one.plan === plan)?.keys ?? 0;
    const all = groups.map((group) => ({ ...group, keys: keysOf(group.plan) }));
    const deal: Deal = dealOut(all, { rps: rps / of, requests: requests / of, shareOfDay });
    return { keysOf, deal };
  });
}

/** How many keys of any one plan are missing: every instance needs as many as the one that lacks most. */
function missingKeys(groups: readonly KeyGroup[], demand: Required<Demand>, of: number) {
  const instances = ofEach(groups, demand, of);
  return groups.flatMap(({ plan, keys }) => {
    const needed = instances.flatMap(({ keysOf, deal }) =>
      ('missing' in deal ? deal.missing : []).flatMap((one) => (one.plan === plan ? [keysOf(plan) + one.more] : [])),
    );
    return needed.length === 0 ? [] : [{ plan, keys, more: Math.max(...needed) * of - keys }];
  });
}

/** The share of the load that keys can carry, rounded down. */
export const coveredText = (covered: number) =>
  covered > 0 && covered < 0.01 ? 'less than 1 %' : `${Math.floor(covered * 100)} %`;
