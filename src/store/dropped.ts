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
