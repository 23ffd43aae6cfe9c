import type { KeyGroup, Share } from '../exchange/records/capacity-record.ts';
import type { Segment } from '../exchange/records/load-config.ts';

/** A plan's keys and its part of the load. */
export interface Hand {
  readonly plan: string;
  readonly keys: number;
  readonly share: number;
}

/** The plan and key, by index, that send the request with this number. In any run of m numbers each plan has its share of m, give or take one. */
export function turn(hands: readonly Hand[], number: number): { readonly hand: number; readonly key: number } {
  let left = number;
  let rest = 1;
  for (const [hand, { share, keys }] of hands.entries()) {
    const part = hand === hands.length - 1 ? 1 : Math.min(1, share / rest);
    const before = Math.floor(left * part);
    if (Math.floor((left + 1) * part) > before) return { hand, key: before % keys };
    left -= before;
    rest -= share;
  }
  return { hand: 0, key: 0 };
}

export const WHOLE: Segment = { index: 0, of: 1 };

/** Which keys of a plan are one instance's: the numbers `first`, `first + every`, … (from 1), `keys` of them. */
export interface OwnKeys {
  readonly keys: number;
  readonly first: number;
  readonly every: number;
}

/** The keys of one instance: each key belongs to one, so that none can pass its limit. Plans without a key for this instance are skipped. */
export function ownKeys<G extends { readonly keys: number }>(
  groups: readonly G[],
  { index, of }: Segment,
): (Omit<G, keyof OwnKeys> & OwnKeys)[] {
  let before = 0;
  return groups.flatMap((group) => {
    const skipped = (((index - before) % of) + of) % of;
    before += group.keys;
    const keys = Math.max(0, Math.ceil((group.keys - skipped) / of));
    return keys === 0 ? [] : [{ ...group, keys, first: skipped + 1, every: of }];
  });
}

/** What one instance deals its own requests out to: its keys, each carrying as much as any other of its plan. Shares are 1 in all. */
export function ownHands<H extends Hand>(hands: readonly H[], segment: Segment) {
  const own = ownKeys(
    hands.map((hand) => ({ ...hand, each: hand.share / hand.keys })),
    segment,
  );
  const all = own.reduce((sum, { keys, each }) => sum + keys * each, 0);
  return own.map(({ each, ...hand }) => ({ ...hand, share: (hand.keys * each) / all }));
}

/** The number within its plan of an instance's key; `key` counts the instance's own from 0. */
export function keyNumber({ first, every }: OwnKeys, key: number): number {
  return first + key * every;
}

/** The part of the complete load that the busiest key of a plan gets: an instance with fewer keys gives each of them more. */
export function busiestKey(hands: readonly Hand[], plan: string, of: number): number {
  const parts = Array.from({ length: of }, (_, index) => ownHands(hands, { index, of })).flat();
  return Math.max(0, ...parts.filter((own) => own.plan === plan).map(({ share, keys }) => share / keys / of));
}

/** How many of the requests 0 … count - 1 are one instance's: those whose number leaves its index when divided (seen with k6 2.2.0). */
export function ownCount(count: number, { index, of }: Segment): number {
  return Math.max(0, Math.ceil((count - index) / of));
}

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

const SHARE_ROUNDING = 1e-9;

/** Rounding: a key may get one request more than its share of a window (see `turn`). */
const WHOLE_TURNS = 2;

/** Distributes the load in proportion to the capacity of the keys: at most 90 % of a limit per minute, and `shareOfDay` of a limit per day. */
export function dealOut(groups: readonly KeyGroup[], demand: Demand): Deal {
  const carried = groups.map((group) => ({ group, each: carriedByOne(group, demand) }));
  const covered = carried.reduce((sum, { group, each }) => sum + group.keys * each, 0);
  if (covered < 1 - SHARE_ROUNDING) {
    const missing = carried.flatMap(({ group, each }) =>
      each > 0 ? [{ plan: group.plan, more: Math.ceil((1 - covered) / each - SHARE_ROUNDING) }] : [],
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
