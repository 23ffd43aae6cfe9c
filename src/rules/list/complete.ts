import type { Answered, Trace } from '../../exchange/index.ts';
import { PAGE, PET_STATUSES } from '../../spec/operations.ts';
import { type Animal, isSame, type ListView, unfiltered } from '../../store/index.ts';
import { type Finding, notApplicable, outcomeOf, undecided, unsettled } from '../outcome.ts';
import { describe, excerpt, type Rule } from '../rule.ts';
import { createdOf, listsOf } from '../seen.ts';

interface Witness {
  readonly animal: Animal;
  /** The last exchange that showed it so. */
  readonly seq: number;
  /** When its status was known, and from when on every list must show it. */
  readonly at: number;
  readonly settled: number;
  /** A list of the whole store showed it; else only its creation did. */
  readonly listed: boolean;
}

/** An animal that a filtered list left out. */
interface Miss {
  readonly witness: Witness;
  readonly list: ListView;
}

/**
 * An animal known to have status S is in the latest of the lists for S, unless that list is a full page. Other clients may sell or remove it between
 * two requests, and an index may lag behind: it must be settled, and a list of the whole store that comes later must show it still.
 */
export const filterComplete: Rule = (evidence, trace) => {
  const views = listsOf(trace);
  const asked = new Set<Answered>(evidence);
  const missed: Miss[] = [];
  const open: Miss[] = [];
  let subjects = 0;
  let full = 0;
  const known = witnesses(views, trace);
  for (const status of PET_STATUSES) {
    const lists = views.filter(
      ({ exchange, limit, ...view }) => view.status === status && (limit ?? 0) > 0 && asked.has(exchange),
    );
    full += lists.filter((view) => view.full).length;
    for (const witness of known) {
      if (witness.animal.status !== status) continue;
      const list = lists.findLast((view) => !view.full && view.exchange.sent.at >= witness.at);
      if (list === undefined) continue;
      subjects += 1;
      if (!lacks(list, witness)) continue;
      const isCertain = list.exchange.sent.at >= witness.settled && isStillThere(witness, list, views);
      (isCertain ? missed : open).push({ witness, list });
    }
  }
  if (missed.length > 0) return outcomeOf(missed.slice(0, 5).map(missing), subjects);
  if (open.length > 0)
    return unsettled(
      'an animal is not in the filtered list, and it was new (the settle time had not passed) or was removed meanwhile',
      subjects,
      {
        notBefore: Math.max(...open.map(({ witness }) => witness.settled)),
      },
    );
  if (subjects > 0) return outcomeOf([], subjects);
  if (full > 0)
    return notApplicable(
      'every filtered list is a full page: an animal may lie beyond it, and the document has no page controls',
    );
  return undecided('no animal with a known status was there before a filtered list was sent');
};

const lacks = (list: ListView, { animal }: Witness) => !list.animals.some((other) => isSame(other, animal));

/** A store that never lists it (full pages of others) does not say that it is gone either. */
function isStillThere({ seq, listed }: Witness, list: ListView, views: readonly ListView[]): boolean {
  const isLatest = unfiltered(views).every(({ exchange }) => exchange.seq < list.exchange.seq);
  return !listed || isLatest || seq > list.exchange.seq;
}

/**
 * Animals whose status is known: created so, or shown so by the latest list of the whole store that could show them. Each is settled
 * one settle time after it was first seen with that status, so that an index which lags behind is given its time.
 */
function witnesses(views: readonly ListView[], trace: Trace): Witness[] {
  const { settleMs } = trace.head.settings;
  const known = new Map<string, Witness>();
  const see = (animal: Animal, exchange: Answered, listed: boolean) => {
    if (animal.id === undefined) return;
    const before = known.get(animal.id);
    const at = before !== undefined && before.animal.status === animal.status ? before.at : exchange.received.at;
    known.set(animal.id, { animal, seq: exchange.seq, at, settled: at + settleMs, listed });
  };
  for (const { exchange, answered } of createdOf(trace)) see(answered, exchange, false);
  for (const view of unfiltered(views)) {
    const shown = new Set(view.animals.map(({ id }) => id));
    for (const [id, witness] of known) if (!shown.has(id) && isDoubted(witness, view)) known.delete(id);
    for (const animal of view.animals) see(animal, view.exchange, true);
  }
  return [...known.values()];
}

/** What a long list no longer shows may be gone, or beyond its page; what was created may not be there yet. */
function isDoubted({ listed, settled }: Witness, view: ListView): boolean {
  if (listed) return !view.full || view.limit === PAGE.maximum;
  return !view.full && settled < view.exchange.sent.at;
}

function missing({ witness: { animal, seq }, list }: Miss): Finding {
  const { status } = list;
  return {
    message: `${describe(list.exchange)} leaves out an animal that is ${status ?? '?'}`,
    expected: `id ${animal.id ?? '?'} (${JSON.stringify(excerpt(animal.name ?? '', 60))}) in the list`,
    actual: `not among its ${list.items} animals, and the page of ${list.limit ?? '?'} is not full`,
    exchanges: [seq, list.exchange.seq],
  };
}
