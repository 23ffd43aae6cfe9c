import type { KeyGroup, Share } from '../exchange/records/capacity-record.ts';

export interface KeyShare<Plan extends string = string> extends Pick<Share, 'keys' | 'share'> {
  readonly plan: Plan;
}

/** The plan and key index that send request n. In any run of m numbers, each plan has its share of m, give or take one. */
export function senderOf<Plan extends string>(shares: readonly KeyShare<Plan>[], number: number) {
  let left = number;
  let rest = 1;
  for (const [index, { plan, keys, share }] of shares.entries()) {
    const part = index === shares.length - 1 ? 1 : Math.min(1, share / rest);
    const before = Math.floor(left * part);
    if (Math.floor((left + 1) * part) > before) return { plan, key: before % keys };
    left -= before;
    rest -= share;
  }
  throw new Error('no keys');
}

/** How many of the requests 0 … count - 1 one instance of several sends (from 1): k6's execution segments stripe the requests over them. */
export function ownCount(count: number, instance: number, of: number): number {
  return Math.max(0, Math.ceil((count + 1 - instance) / of));
}

export interface Demand {
  readonly rps: number;
  readonly requests: number;
  readonly instances: number;
  /** Maximum share of a key's limit per day. */
  readonly shareOfDay: number;
}

/** Maximum share of a key's limit: late requests must still fit into the window. */
export const SHARE_OF_LIMIT = 0.9;

const SHARE_ROUNDING = 1e-9;

/** Rounding: a key may get one request more than its share of a window (see `senderOf`). */
const ROUNDING_REQUESTS = 2;

/**
 * Distributes the load in proportion to the capacity of the keys: at most 90 % of a limit per minute, and `shareOfDay` of a limit per day.
 * Of each plan, every instance gets the same number of keys; the rest is not used. Returns the shares of the plans, or the number of
 * missing keys (of any one plan).
 */
export function shareLoad(groups: readonly KeyGroup[], demand: Demand) {
  const { instances } = demand;
  const carried = groups.map(({ keys, ...limits }) => {
    const unused = keys % instances;
    return { group: { ...limits, keys: keys - unused }, unused, each: carriedByOne(limits, demand) };
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

function carriedByOne(limits: Omit<KeyGroup, 'keys'>, { rps, requests, shareOfDay }: Demand): number {
  const { perWindow, windowSeconds, perDay } = limits;
  const ofWindow = Math.max(0, Math.floor(perWindow * SHARE_OF_LIMIT) - ROUNDING_REQUESTS) / (rps * windowSeconds);
  if (perDay === undefined) return ofWindow;
  return Math.min(ofWindow, Math.max(0, Math.floor(perDay * shareOfDay) - ROUNDING_REQUESTS) / requests);
}
