import type { Problems } from '../../cli/console/console.ts';
import type { Call } from '../../cli/options/call.ts';
import { type KeyReference, keysIn, nameOf } from '../../cli/options/keys.ts';
import { type ApiKey, apiKey } from '../../exchange/api-key.ts';
import type { CapacityPlan, KeyGroup } from '../../exchange/records/capacity-record.ts';
import { plural } from '../../text/count.ts';
import { type Demand, dealOut } from '../keys.ts';
import { perSecond } from '../words.ts';

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
        `${nameOf(reference)} repeats earlier keys: remove ${places.length === 1 ? 'line' : 'lines'} ${places.join(', ')}`,
      );
    if (keys.length > 0) pool.set(reference.plan, [...(pool.get(reference.plan) ?? []), ...keys.map(({ key }) => key)]);
  }
  return new Map(
    [...pool].map(([plan, keys]) => [plan, keys.map((key, index) => apiKey(`${plan}#${index + 1}`, key))]),
  );
}

/** Deals the load to the keys. Adds a problem that says how many more keys of one plan would be enough, if they are too few. */
export function dealKeys(
  groups: readonly KeyGroup[],
  demand: Demand,
  problems: Problems,
): { readonly shares: CapacityPlan['shares']; readonly covered: number } {
  const { rps, requests, shareOfDay, instances } = demand;
  const dealt = rps === 0 ? { covered: 0, missing: [] } : dealOut(groups, demand);
  if ('shares' in dealt) return { shares: dealt.shares, covered: 1 };
  const { covered, missing } = dealt;
  const pods = instances === 1 ? '' : ', and the same number of keys in each pod';
  const found = groups.every(({ keys }) => keys === 0)
    ? 'no keys'
    : `the keys allow only ${coveredText(covered)} of the load (${perSecond(rps)}, ${plural(requests, 'request')} in all), because storecheck uses at most 90 % of a key's limit per minute and ${shareOfDay * 100} % of its limit per day${pods}`;
  const more = missing.map(({ plan, more: keys }) => plural(keys, `${plan} key`)).join(', or ');
  problems.missing(
    `${found}: add ${more === '' ? 'keys' : more} in capacity.keys or with --key PLAN=file:PATH, one per line, or lower --steps`,
  );
  return { shares: [], covered };
}

/** The share of the load that keys can carry, rounded down. */
export const coveredText = (covered: number) =>
  covered > 0 && covered < 0.01 ? 'less than 1 %' : `${Math.floor(covered * 100)} %`;
