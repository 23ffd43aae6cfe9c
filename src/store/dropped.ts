import type { Exchange } from '../exchange/index.ts';
import { type ListView, unfiltered } from './known.ts';

/** Lists of the complete store that are shorter than their limit. */
const wholeLists = (views: readonly ListView[]): ListView[] =>
  unfiltered(views).filter(({ plain, limit, items }) => plain && limit !== undefined && items < limit);

/** Animals that an earlier list of the complete store shows and the last one does not, the earliest first. */
export function droppedIds(views: readonly ListView[]): string[] {
  const lists = wholeLists(views);
  const last = new Set(lists.at(-1)?.animals.map(({ id }) => id));
  return [...new Set(lists.flatMap(({ animals }) => animals.flatMap(({ id }) => id ?? [])))].filter(
    (id) => !last.has(id),
  );
}

/**
 * Whether the lists of the complete store keep their length, by one animal, while animals are created: three times, or
 * twice if there are many.
 */
export function keepsLength(views: readonly ListView[], created: readonly { readonly exchange: Exchange }[]): boolean {
  const lists = wholeLists(views);
  const grew = lists.slice(1).map((after, index) => {
    const before = lists[index] ?? after;
    const between = created.filter(
      ({ exchange }) =>
        exchange.sent.at >= before.exchange.received.at && exchange.received.at <= after.exchange.sent.at,
    );
    return { between: between.length, by: after.items - before.items };
  });
  const kept = grew.filter(({ between, by }) => between > 0 && Math.abs(by) <= 1);
  const animals = kept.reduce((sum, { between }) => sum + between, 0);
  return (kept.length >= 3 && animals > 5) || (kept.length === 2 && animals > 12);
}

/** Fewer may have been removed by somebody who began with the oldest. */
const PREFIX = 5;

/**
 * Whether animals were dropped like the oldest of a store that holds only so many: those with the lowest ids of all, no more than were created
 * meanwhile (keeps-thirty-animals).
 */
export function areOldest(dropped: readonly string[], views: readonly ListView[], created: number): boolean {
  const remaining = (wholeLists(views).at(-1)?.animals ?? []).flatMap(({ id }) => id ?? []).map(BigInt);
  const isOldest = dropped.every((id) => remaining.every((other) => BigInt(id) < other));
  return dropped.length >= PREFIX && dropped.length <= created && remaining.length > 0 && isOldest;
}
