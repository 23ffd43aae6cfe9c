import type { Segment } from '../exchange/records/load-config.ts';
import type { Hand } from './turn.ts';

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
