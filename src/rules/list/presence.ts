import { type Exchange, isConfirmation, type Trace } from '../../exchange/index.ts';
import { type Absence, absences, type ListView, modelOf, type StoreModel } from '../../store/index.ts';
import {
  because,
  type Finding,
  notApplicable,
  type Outcome,
  outcomeOf,
  seenOnce,
  undecided,
  unsettled,
} from '../outcome.ts';
import { excerpt, type Rule, violation } from '../rule.ts';
import { listsOf } from '../seen.ts';

/** An animal known to have status S is in the list for S, unless that list is a full page. */
export const filterComplete: Rule = (_evidence, trace) => {
  const outcome = presenceIn(trace, ({ status }) => status !== undefined);
  if (outcome !== undefined) return outcome;
  if (listsOf(trace).some(({ status, full, limit }) => status !== undefined && full && (limit ?? 0) > 0))
    return notApplicable(because('filter-beyond-full-page'));
  return undecided(because('no-known-animal-filtered'));
};

/**
 * Lists that omit an animal which responses before and after them show. Others may sell or remove an animal between two requests, and an
 * index may lag behind for the settle time: a violation is what no such cause explains, and more than one list shows.
 *
 * ```text
 * shown ── settle time ── omitted ── shown    it was there all the time
 * shown ── settle time ── omitted             another client may have removed it
 * ```
 * @param isMeant the lists that the requirement is about
 * @returns undefined if no list could have omitted anything
 */
export function presenceIn(trace: Trace, isMeant: (view: ListView) => boolean): Outcome | undefined {
  const { settleMs } = trace.head.settings;
  const model = modelOf(trace.exchanges);
  const lists = model.lists.filter((view) => isMeant(view) && view.plain && !view.full);
  const subjects = lists.filter((view) => mayShow(view, trace)).length;
  const { omitted, settled, recurring } = omissionsIn(trace, isMeant);
  const shown = (absence: Absence) => finding(absence, model, lists);
  if (recurring.length > 0) return outcomeOf(latestPerId(recurring).slice(0, 5).map(shown), subjects);
  const isConfirmed = trace.exchanges.some(isConfirmation);
  const latest = omitted.filter((absence) => !isShownLater(absence, settleMs, model.lists));
  const open = isConfirmed ? [...settled, ...latest.filter(({ isProven }) => isProven)] : omitted;
  const [doubt] = open;
  if (doubt === undefined) return subjects > 0 ? outcomeOf([], subjects) : undefined;
  if (isConfirmed) return seenOnce(shown(doubt), subjects, true);
  const notBefore = Math.max(...open.map(({ since }) => since)) + settleMs;
  const due = open.find((absence) => isSettled(absence, settleMs));
  if (due !== undefined) return seenOnce(shown(due), subjects, false, { notBefore });
  return unsettled(because('omission-too-early'), subjects, { notBefore });
}

/** The omissions that no delay explains, and those of them that recur. */
function omissionsIn(trace: Trace, isMeant: (view: ListView) => boolean) {
  const { settleMs } = trace.head.settings;
  const model = modelOf(trace.exchanges);
  const omitted = absences(model).filter(({ view }) => isMeant(view));
  const proven = omitted.filter(({ isProven }) => isProven);
  const settled = proven.filter((absence) => isSettled(absence, settleMs) && !isDelayed(absence, settleMs, model));
  const views = new Set(settled.map(({ view }) => view));
  const recurring =
    views.size > 1 ? settled : settled.filter(({ id }) => omitted.filter((other) => other.id === id).length > 1);
  return { omitted, settled, recurring };
}

/** The list that alone omitted an animal that a later list shows, although no delay explains it. Sent again, it shows whether that recurs. */
export function omittedOnce(trace: Trace): Exchange | undefined {
  const { settled, recurring } = omissionsIn(trace, () => true);
  const { lists } = modelOf(trace.exchanges);
  const shownLater = settled.filter(({ id, view }) =>
    lists.some(({ exchange, animals }) => exchange.seq > view.exchange.seq && animals.some((one) => one.id === id)),
  );
  return recurring.length > 0 ? undefined : shownLater.at(-1)?.view.exchange;
}

const isSettled = ({ since, view }: Absence, settleMs: number) => view.exchange.sent.at >= since + settleMs;

/** Whether an earlier response shows an animal that it should show. */
function mayShow({ exchange, status }: ListView, trace: Trace): boolean {
  return [...modelOf(trace.exchanges).sightings.values()].some((sightings) =>
    sightings.some(
      (sighting) =>
        sighting.exchange.received.at <= exchange.sent.at &&
        (status === undefined || sighting.animal.status === status),
    ),
  );
}

/**
 * Whether a later list shows it. After the settle time, only a list of the same kind counts: a page that is always too
 * short is another fault than an index with a delay.
 */
function isShownLater(absence: Absence, settleMs: number, lists: readonly ListView[]): boolean {
  const { id, view } = absence;
  const isSameKind = ({ status, limit }: ListView) =>
    status === view.status && (status !== undefined || limit === view.limit || !isSettled(absence, settleMs));
  return lists.some(
    (other) =>
      isSameKind(other) &&
      other.exchange.seq > view.exchange.seq &&
      (other.full || other.animals.some((animal) => animal.id === id)),
  );
}

/** How many times the settle time a list may lag before it counts as incomplete; list.shows-created judges the settle time. */
const LAG = 3;

/** A created animal that no list with this status had shown yet, and a later one shows: the list was late. */
function isDelayed({ id, view }: Absence, settleMs: number, { created, lists }: StoreModel): boolean {
  const creation = created.find(({ answered }) => answered.id === id)?.exchange.received.at ?? -Infinity;
  if (view.exchange.sent.at > creation + LAG * settleMs) return false;
  const showing = lists.filter(
    ({ status, animals }) => status === view.status && animals.some((animal) => animal.id === id),
  );
  return showing.length > 0 && showing.every(({ exchange }) => exchange.seq > view.exchange.seq);
}

const latestPerId = (all: readonly Absence[]) => [...new Map(all.map((absence) => [absence.id, absence])).values()];

/** `known`: the lists that could show the animal. Of those, lists of the same status count, but none before a creation. */
function finding({ id, view, before, after, since }: Absence, model: StoreModel, known: readonly ListView[]): Finding {
  const { status, items, exchange } = view;
  const isCreated = model.created.some(({ answered }) => answered.id === id);
  const lists = known.filter((list) => list.status === status && (!isCreated || list.exchange.sent.at >= since));
  const omitting = lists.filter(({ animals }) => !animals.some((animal) => animal.id === id));
  const counts = { omitting: omitting.length, lists: lists.length };
  const shown = { ...counts, id, items, name: excerpt(before.animal.name ?? '', 60) };
  const seen = [before, ...(after === undefined ? [] : [after])].map((one) => one.exchange);
  return status === undefined
    ? violation(exchange, 'list-omits-animal', shown, ...seen)
    : violation(exchange, 'filter-omits-animal', { ...shown, wanted: status }, ...seen);
}
