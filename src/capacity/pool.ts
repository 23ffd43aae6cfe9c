import type { KeyGroup, Share } from '../exchange/index.ts';

export type { KeyGroup, Share } from '../exchange/index.ts';

/** What the experiment takes: its highest rate, and all of its requests. */
export interface Demand {
  readonly rps: number;
  readonly requests: number;
}

/** How the load is dealt out, or by how many keys of each plan (any of them alone) the pool is too small. */
export type Deal =
  | { readonly shares: readonly Share[] }
  | { readonly covered: number; readonly missing: readonly { readonly plan: string; readonly more: number }[] };

/** No key is driven above this share of its limits: whatever runs late must still fit into the window. */
export const SHARE_OF_LIMIT = 0.9;

/** Of sums of shares in doubles. */
const ROUNDING = 1e-9;

/** Turns are whole: a key may get one request more than its share of any window (see `turn`). */
const WHOLE_TURNS = 2;

/**
 * Deals the load out in proportion to what each key may carry, so that none passes 90 % of its minute's limit nor its day's budget
 * (`shareOfDay` of the day's limit).
 */
export function dealOut(groups: readonly KeyGroup[], demand: Demand, shareOfDay = SHARE_OF_LIMIT): Deal {
  const carried = groups.map((group) => ({ group, each: carriedByOne(group, demand, shareOfDay) }));
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

/** The part of the whole load that one key of this plan can carry. */
function carriedByOne({ perWindow, windowSeconds, perDay }: KeyGroup, { rps, requests }: Demand, shareOfDay: number) {
  const ofWindow = Math.max(0, Math.floor(perWindow * SHARE_OF_LIMIT) - WHOLE_TURNS) / (rps * windowSeconds);
  if (perDay === undefined) return ofWindow;
  return Math.min(ofWindow, Math.max(0, Math.floor(perDay * shareOfDay) - WHOLE_TURNS) / requests);
}
