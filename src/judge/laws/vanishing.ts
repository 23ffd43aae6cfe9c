import type { Trace } from '../../exchange/trace.ts';
import { findingOn } from '../../rules/rule.ts';
import type { Model } from '../../store/model.ts';
import { type Created, type ListView, type SingleRead, unfiltered } from '../../store/views.ts';
import { isNotFound } from '../expect/service-response.ts';
import { type Emit, MIN_VANISHED } from '../judgement.ts';

/** Animals that were shown are still found, because no operation removes one. If several vanish one by one, the service loses them. */
export function judgeVanishing({ head: { settings } }: Trace, model: Model, emit: Emit): void {
  const gone = new Set([...vanished(model, settings.settleMs), ...evicted(model)]);
  for (const { exchange } of gone)
    emit({ id: 'get.ok', on: exchange, finding: findingOn(exchange, 'no-longer-found', {}), certain: true });
}

/**
 * Reads that no longer find animals of this run that were shown, unless a restart explains all of them. A restart takes all animals at
 * once, those since a backup, or all before it.
 *
 *   sent  create A, B, C, D, list ──► the list shows all four
 *   sent  get A, B, C, D          ──► 404, 404, 404, 200   failed: a restart that loses A to C loses the newer D, too
 */
function vanished({ created, reads, animals }: Model, settleMs: number): SingleRead[] {
  const shownAt = ({ returned }: Created): number =>
    animals.get(returned.id ?? '')?.sightings.at(-1)?.exchange.received.at ?? 0;
  const gone = created.flatMap((one) => {
    const last = shownAt(one);
    const lost = reads.filter(
      ({ id, exchange }) => id === one.returned.id && isNotFound(exchange) && exchange.sent.at >= last,
    );
    const [first] = lost;
    const read = lost.find(({ exchange }) => exchange.sent.at >= last + settleMs);
    return first === undefined || read === undefined ? [] : [{ one, read, since: first.exchange, last }];
  });
  const earliest = Math.min(...gone.map(({ since }) => since.received.at));
  const isOneByOne = gone.some(({ last }) => last >= earliest);
  const keepsNewer = gone.some(({ one, since, last }) =>
    created.some(
      (newer) =>
        newer.exchange.sent.at >= one.exchange.received.at &&
        newer.exchange.received.at <= last &&
        shownAt(newer) > since.received.at,
    ),
  );
  const ids = new Set(gone.map(({ read: { id } }) => id));
  return ids.size >= MIN_VANISHED && (isOneByOne || keepsNewer) ? gone.map(({ read }) => read) : [];
}

/**
 * Reads that do not find animals which complete lists no longer show, if the store has a fixed size. At least three animals must be lost,
 * and none of those asked for may be found. If only the lists were cut at that size, gets would still find them.
 */
function evicted({ created, reads, lists }: Model): SingleRead[] {
  const complete = unfiltered(lists).filter(({ isSpecified, limit = 0, items }) => isSpecified && items < limit);
  const last = new Set(complete.at(-1)?.animals.map(({ id }) => id));
  const lastShown = new Map(complete.flatMap(({ animals, exchange }) => animals.map(({ id }) => [id, exchange])));
  const asked = reads.filter(
    ({ id, exchange }) => !last.has(id) && exchange.sent.at >= (lastShown.get(id)?.received.at ?? Infinity),
  );
  const lost = asked.filter(({ exchange }) => isNotFound(exchange));
  const isEnough = new Set(lost.map(({ id }) => id)).size >= MIN_VANISHED && lost.length === asked.length;
  return isEnough && isOfFixedSize(complete, created) ? lost : [];
}

/**
 * Whether, from some moment on, as many animals are gone as this run created, and nobody else added one (keeps-thirty-animals). Two
 * different numbers must show it: another client that removes animals at a steady rate would not remove as many each time.
 *
 *   30 animals ── 1 created ── 30 animals, 1 is gone ── 2 created ── 30 animals, 2 more are gone
 */
function isOfFixedSize(complete: readonly ListView[], created: readonly Created[]): boolean {
  const grown = complete.slice(1).flatMap((after, index) => {
    const before = complete[index] ?? after;
    const added = created.filter(
      ({ exchange }) =>
        exchange.sent.at >= before.exchange.received.at && exchange.received.at <= after.exchange.sent.at,
    ).length;
    const shown = new Set(after.animals.map(({ id }) => id));
    const gone = before.animals.filter(({ id }) => !shown.has(id)).length;
    return added > 0 ? [{ added, isKept: gone === added && after.items === before.items }] : [];
  });
  const since = grown.slice(grown.findIndex(({ isKept }) => isKept));
  return new Set(since.map(({ added }) => added)).size >= 2 && since.every(({ isKept }) => isKept);
}
