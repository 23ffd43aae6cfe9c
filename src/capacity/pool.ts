import type { KeyGroup, Share } from '../exchange/records/capacity-record.ts';

/** The demand of the experiment: its highest rate, and its total requests. */
export interface Demand {
  readonly rps: number;
  readonly requests: number;
  /** Maximum share of a key's limit per day; by default as of its limit per minute. */
  readonly shareOfDay?: number;
}

/** The shares of the plans, or the number of missing keys (of any one plan). */
export type Deal =
  | { readonly shares: readonly Share[] }
  | { readonly covered: number; readonly missing: readonly { readonly plan: string; readonly more: number }[] };

/** Maximum share of a key's limit: late requests must still fit into the window. */
export const SHARE_OF_LIMIT = 0.9;

const ROUNDING = 1e-9;

/** Rounding: a key may get one request more than its share of a window (see `turn`). */
const WHOLE_TURNS = 2;

/** Distributes the load in proportion to the capacity of the keys: at most 90 % of a limit per minute, and `shareOfDay` of a limit per day. */
export function dealOut(groups: readonly KeyGroup[], demand: Demand): Deal {
  const carried = groups.map((group) => ({ group, each: carriedByOne(group, demand) }));
  const covered = carried.reduce((sum, { group, each }) => sum + group.keys * each, 0);
  if (covered < 1 - ROUNDING) {
    const missing = carried.flatMap(({ group, each }) =>
      each > 0 ? [{ plan: group.plan, more: Math.ceil((1 - covered) / each - ROUNDING) }] : [],
    );
    return { covered, missing };
  }
  const shares = carried.map(({ group, each }) => ({ ...group, share: (group.keys * each) / covered }));
  return { shares: shares.filter(({ share }) => share > 0) };
}

/** The share of the load that one key of this plan can send. */
function carriedByOne(
  { perWindow, windowSeconds, perDay }: KeyGroup,
  { rps, requests, shareOfDay = SHARE_OF_LIMIT }: Demand,
) {
  const ofWindow = Math.max(0, Math.floor(perWindow * SHARE_OF_LIMIT) - WHOLE_TURNS) / (rps * windowSeconds);
  if (perDay === undefined) return ofWindow;
  return Math.min(ofWindow, Math.max(0, Math.floor(perDay * shareOfDay) - WHOLE_TURNS) / requests);
}
