import type { KeyGroup, Share } from '../exchange/records/capacity-record.ts';

/**
 * Whose turn a number is, and how many turns it had before; both count from 0. Of any m consecutive numbers, each part has its share of m,
 * plus or minus one. Throws an Error without parts.
 */
export function turnOf<Part extends Pick<Share, 'share'>>(parts: readonly Part[], number: number) {
  let ofOthers = number;
  let shareOfOthers = 1;
  for (const [index, part] of parts.entries()) {
    const own = index === parts.length - 1 ? 1 : Math.min(1, part.share / shareOfOthers);
    const before = Math.floor(ofOthers * own);
    if (Math.floor((ofOthers + 1) * own) > before) return { part, before };
    ofOthers -= before;
    shareOfOthers -= part.share;
  }
  throw new Error('no part to have a turn');
}

/** How many of `count` requests one of several instances (from 1) sends. k6's execution segments assign requests in turn. */
export const ownCount = (count: number, instance: number, instances: number): number =>
  Math.max(0, Math.ceil((count + 1 - instance) / instances));

export interface Demand {
  /** Requests/s of the highest step, all instances together. */
  readonly rps: number;
  /** Requests of all steps together. */
  readonly requests: number;
  readonly instances: number;
  /** Maximum share of a key's daily limit that is used. */
  readonly shareOfDay: number;
}

/** Maximum share of a key's limit per window that is used, because late requests must also fit into the window. */
export const SHARE_OF_LIMIT = 0.9;

/** Sums of shares are not exact in doubles. */
const SHARE_ROUNDING = 1e-9;

/** Requests of a limit that stay unused, because `turnOf` may give a key one request more than its share. */
const ROUNDING_REQUESTS = 2;

/** The shares of the plans; or which share of the load the keys can send, and how many more keys of a plan would be enough. */
export type SharedLoad = ReturnType<typeof shareLoad>;

/**
 * Distributes the load in proportion to the capacity of the keys: at most SHARE_OF_LIMIT of a limit per window, and `shareOfDay` of a limit
 * per day. Every instance gets the same number of keys of a plan.
 */
export function shareLoad(groups: readonly KeyGroup[], demand: Demand) {
  const { instances } = demand;
  const carried = groups.map(({ keys, ...limits }) => {
    const unused = keys % instances;
    return { group: { ...limits, keys: keys - unused }, unused, each: shareOfKey(limits, demand) };
  });
  const covered = carried.reduce((sum, { group, each }) => sum + group.keys * each, 0);
  if (covered < 1 - SHARE_ROUNDING) {
    const missing = carried.flatMap(({ group, unused, each }) => {
      const more = Math.ceil((1 - covered) / each / instances - SHARE_ROUNDING) * instances;
      return each > 0 ? [{ plan: group.plan, more: more - unused }] : [];
    });
    return { covered, missing };
  }
  const shares = carried.map(({ group, each }) => ({ ...group, share: (group.keys * each) / covered }));
  return { shares: shares.filter(({ share }) => share > 0) };
}

/** The share of the load that one key can send. */
function shareOfKey(limits: Omit<KeyGroup, 'keys'>, { rps, requests, shareOfDay }: Demand): number {
  const { perWindow, windowSeconds, perDay } = limits;
  const ofWindow = Math.max(0, Math.floor(perWindow * SHARE_OF_LIMIT) - ROUNDING_REQUESTS) / (rps * windowSeconds);
  if (perDay === undefined) return ofWindow;
  return Math.min(ofWindow, Math.max(0, Math.floor(perDay * shareOfDay) - ROUNDING_REQUESTS) / requests);
}
