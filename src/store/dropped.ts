import type { Exchange } from '../exchange/records/exchange-record.ts';
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
