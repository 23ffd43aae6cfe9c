import { oncePer } from '../../exchange/once.ts';
import { because, type Finding } from '../../rules/outcome.ts';
import { excerpt, violation } from '../../rules/rule.ts';
import { fitsInt64, PAGE } from '../../spec/operations.ts';
import type { RequirementId } from '../../spec/requirements/index.ts';
import { type ListView, unfiltered } from '../../store/known.ts';
import type { Existence, Known, Model } from '../../store/model.ts';
import { doubtOf } from '../expect/gets.ts';
import { filterId } from '../expect/lists.ts';
import { type Doubt, type Emit, explained, moot, open, type Recorded } from '../judgement.ts';
import { doStatusesMove, flipDoubt, isFlipping } from './fields.ts';

/** An animal that certainly existed is in every list that it matches, unless the page is full; and a page is filled. */
export function judgeMembership({ head: { settings } }: Recorded, model: Model, emit: Emit): void {
  for (const view of model.lists) {
    // An item without a readable id may be any animal: list.schema reports it.
    const isReadable = view.animals.every(({ id }) => id !== undefined && fitsInt64(id));
    if (view.whole && isReadable) judgeView(view, model, settings.settleMs, emit);
  }
  judgeDefaultPage(model, emit);
}

function judgeView(view: ListView, model: Model, settleMs: number, emit: Emit): void {
  const { exchange, animals, status, full } = view;
  const shown = new Set(animals.map(({ id }) => id));
  const there: Known[] = [];
  const uncertain: { readonly known: Known; readonly existence: Existence }[] = [];
  for (const known of model.animals.values()) {
    const existence = model.existence(known.id, exchange, status);
    if (existence === 'certain' && isListed(known)) there.push(known);
    else if (existence === 'too-early' || existence === 'may-be-removed') uncertain.push({ known, existence });
    if (existence === 'unknown') continue;
    const id = requirementOf(view, known);
    if (shown.has(known.id)) {
      emit({ id, on: exchange });
      if (id === 'list.shows-created') emit({ id: 'list.consistent', on: exchange });
    } else if (full) {
      emit({ id, on: exchange, doubt: status === undefined ? BEYOND_PAGE : BEYOND_FILTERED_PAGE });
    } else {
      // A filter may omit an animal whose status was another one at that moment.
      const isMoving = status !== undefined && (doStatusesMove(model) || isFlipping(known, 'listPets'));
      emit({
        id,
        on: exchange,
        finding: omission(view, known),
        ...(existence === 'certain' && !isMoving ? {} : { witness: [{ get: known.id }] }),
        doubt: isMoving
          ? flipDoubt(exchange, known, model)
          : existence === 'certain'
            ? lagDoubt(known, view, model, settleMs)
            : doubtOf(existence),
      });
    }
  }
  if (status === undefined || !doStatusesMove(model)) judgePage(view, there, uncertain, emit);
  if (status !== undefined && view.items === 0) judgeEmpty(view, status, model, emit);
}

const BEYOND_PAGE = moot(because('beyond-full-page'));
const BEYOND_FILTERED_PAGE = moot(because('filter-beyond-full-page'));

/** An empty list shows that the filter works only if no animal has the status. */
function judgeEmpty({ exchange }: ListView, status: string, model: Model, emit: Emit): void {
  const isNone =
    model.complete.some(({ items }) => items > 0) &&
    [...model.animals.values()].every(({ sightings }) => sightings.every(({ animal }) => animal.status !== status));
  const doubt = explained(because('no-known-animal-with-status', { wanted: status }));
  emit({ id: filterId(status), on: exchange, ...(isNone ? {} : { doubt }) });
}

/** Created, or shown by a list: an animal that only a get shows may belong to no page (made-by-asking). */
const isListed = ({ own, sightings }: Known): boolean =>
  own !== undefined || sightings.some(({ exchange }) => exchange.operation === 'listPets');

function requirementOf({ status }: ListView, { own }: Known): RequirementId {
  if (status !== undefined) return 'list.status-filter-complete';
  return own === undefined ? 'list.consistent' : 'list.shows-created';
}

function omission(view: ListView, { id, own, sightings }: Known): Finding {
  const { exchange, items, status } = view;
  if (own !== undefined && status === undefined) {
    const seconds = Math.round((exchange.sent.at - own.exchange.received.at) / 100) / 10;
    return violation(exchange, 'created-not-listed', { id, items, seconds });
  }
  const name = excerpt(sightings[0]?.animal.name ?? '', 60);
  const shown = { id, items, name };
  return status === undefined
    ? violation(exchange, 'list-omits-animal', shown)
    : violation(exchange, 'filter-omits-animal', { ...shown, wanted: status });
}

/** How many times the settle time a list may lag before it counts as incomplete. */
const LAG = 3;
/** This many later lists of the kind must show it: a list that lags is not told from one that omits animals now and then. */
const LAG_SETTLED_BY = 5;

/** A created animal that this kind of list shows first after more than the settle time: an index that lags. */
function lagDoubt(
  { own, sightings }: Known,
  { exchange, status }: ListView,
  model: Model,
  settleMs: number,
): Doubt | undefined {
  if (own === undefined || exchange.sent.at > own.exchange.received.at + LAG * settleMs) return undefined;
  const alike = model.lists.filter((view) => view.status === status && view.exchange.seq > exchange.seq);
  const isShown = (view: ListView) => sightings.some((one) => one.exchange === view.exchange);
  const first = alike.findIndex(isShown);
  const isShownBefore = model.lists.some(
    (view) => view.status === status && view.exchange.seq < exchange.seq && isShown(view),
  );
  // A list that showed it and omits it again does not lag (every-fourth-list-without-created).
  const isOmittedAgain = alike.slice(first).some((view) => !view.full && !isShown(view));
  if (first < 0 || isShownBefore || isOmittedAgain) return undefined;
  return open(because('list-lags', { settle: settleMs / 1_000 }), LAG_SETTLED_BY);
}

/** `limit=k` returns k animals if at least k match: the limit is applied after the filter. */
function judgePage(
  { exchange, items, bare, limit = 0, status }: ListView,
  there: readonly Known[],
  uncertain: readonly { readonly known: Known; readonly existence: Existence }[],
  emit: Emit,
): void {
  if (bare || there.length + uncertain.length === 0) return;
  const wanted = Math.min(limit, there.length);
  const shown = { items, limit, matching: there.length, wanted, filter: status ?? null };
  if (items < wanted) emit({ id: 'list.fills-page', on: exchange, finding: violation(exchange, 'short-page', shown) });
  else if (items < Math.min(limit, there.length + uncertain.length)) {
    const isEarly = uncertain.some(({ existence }) => existence === 'too-early');
    const statuses = new Set(uncertain.map(({ known }) => known.sightings.at(-1)?.animal.status ?? undefined));
    emit({
      id: 'list.fills-page',
      on: exchange,
      doubt: isEarly ? open(because('page-too-early')) : explained(because('may-be-removed')),
      witness: [...statuses].map((one) => ({ list: one })),
    });
  } else emit({ id: 'list.fills-page', on: exchange });
}

/** No limit means 20: as many animals as `limit=20` returns. Only a store with more than 20 animals shows it. */
function judgeDefaultPage(model: Model, emit: Emit): void {
  const views = unfiltered(model.lists);
  const explicit = views.filter(({ bare, limit }) => !bare && limit === PAGE.default);
  const most = Math.max(0, ...explicit.map(({ items }) => items));
  const all = Math.max(model.animals.size, ...views.map(({ items }) => items));
  const id = 'list.default-limit';
  for (const { exchange, items, bare, plain } of views) {
    if (!bare || !plain || items > PAGE.default) continue;
    const certain = certainIn(model)(exchange);
    const isAsExplicit = items === PAGE.default || (explicit.length > 0 && most <= items);
    if (all <= PAGE.default)
      emit({ id, on: exchange, doubt: explained(because('store-too-small', { known: all, needed: PAGE.default })) });
    else if (isAsExplicit) emit({ id, on: exchange });
    else if (explicit.length === 0) emit({ id, on: exchange, doubt: open(because('no-explicit-default')) });
    else if (certain > items) {
      const finding = violation(exchange, 'below-default', { items, most });
      emit({ id, on: exchange, finding });
    } else emit({ id, on: exchange, doubt: open(because('page-too-early')), witness: [{ list: undefined }] });
  }
}

const certainIn = oncePer(
  (model: Model) => (exchange: ListView['exchange']) =>
    [...model.animals.keys()].filter((id) => model.existence(id, exchange) === 'certain').length,
);
