import { groupBy } from '../../exchange/group.ts';
import type { Trace } from '../../exchange/trace.ts';
import { because, type Finding } from '../../rules/conclusion.ts';
import { findingOn } from '../../rules/rule.ts';
import { fitsInt64, fullListPath, PAGE, pathOf } from '../../spec/operations.ts';
import { filterId, type RequirementId } from '../../spec/requirements/catalogue.ts';
import type { Existence, KnownAnimal, Model } from '../../store/model.ts';
import { type ListView, unfiltered } from '../../store/views.ts';
import { excerpt } from '../../text/excerpt.ts';
import { DOUBT_BY_EXISTENCE, type Doubt, type Emit, explainedDoubt, mootDoubt, openDoubt } from '../judgement.ts';
import { areStatusesMoving, flipDoubt, isFlipping } from './kept-fields.ts';

/** An animal that certainly existed is in every list that it matches, unless the page is full; and no page is too short. */
export function judgeMembership({ head: { settings } }: Trace, model: Model, emit: Emit): void {
  for (const view of model.lists) {
    // An item without a readable id may be any animal: list.schema reports it.
    const isReadable = view.animals.every(({ id }) => id !== undefined && fitsInt64(id));
    if (view.isValid && isReadable) judgeView(view, model, settings.settleMs, emit);
  }
  judgeDefaultPage(model, emit);
}

function judgeView(view: ListView, model: Model, settleMs: number, emit: Emit): void {
  const { exchange: on, animals, status, isFull } = view;
  const shown = new Set(animals.map(({ id }) => id));
  const existing = groupBy(model.animals.values(), ({ id }) => model.existence(id, on, status));
  for (const [existence, group] of existing) {
    if (existence === 'unknown' || existence === 'absent') continue;
    for (const known of group) {
      const id = requirementOf(view, known);
      if (shown.has(known.id)) {
        emit({ id, on });
        if (id === 'list.shows-created') emit({ id: 'list.consistent', on });
      } else if (isFull) {
        const doubt = status === undefined ? BEYOND_PAGE : BEYOND_FILTERED_PAGE;
        emit({ id, on, doubt });
        if (known.own !== undefined) emit({ id: 'list.agrees-with-created', on, doubt });
      } else {
        // A filter may omit an animal whose status was another one at that moment. If all later responses show another status, one change
        // explains it (lines.txt: sold before the filtered list, as a list and three gets show later).
        const mayMove = status !== undefined && existence !== 'may-be-removed';
        const isMoving = mayMove && (areStatusesMoving(model) || isFlipping(known, 'listPets'));
        const usual = existence === 'certain' ? lagDoubt(known, view, model, settleMs) : DOUBT_BY_EXISTENCE[existence];
        const doubt = isMoving ? flipDoubt(on, known, model) : usual;
        emit({ id, on, finding: omission(view, known), doubt, witness: [pathOf(known.id)] });
        if (known.own !== undefined) emit({ id: 'list.agrees-with-created', on, doubt: IN_NO_LIST });
      }
    }
  }
  if (status === undefined || !areStatusesMoving(model)) judgePage(view, existing, emit);
  if (status !== undefined && view.items === 0) judgeEmpty(view, status, model, emit);
}

const IN_NO_LIST = explainedDoubt(because('created-in-no-list'));
const BEYOND_PAGE = mootDoubt(because('beyond-full-page'));
const BEYOND_FILTERED_PAGE = mootDoubt(because('filter-beyond-full-page'));

/** An empty list shows that the filter works only if no animal has the status. */
function judgeEmpty({ exchange }: ListView, status: string, model: Model, emit: Emit): void {
  const isUnusedStatus =
    model.complete.some(({ items }) => items > 0) &&
    [...model.animals.values()].every(({ sightings }) => sightings.every(({ animal }) => animal.status !== status));
  const doubt = explainedDoubt(because('no-known-animal-with-status', { wanted: status }));
  emit({ id: filterId(status), on: exchange, ...(isUnusedStatus ? {} : { doubt }) });
}

/** Whether an animal was created, or shown by a list: one that only a get shows may belong to no page (made-by-asking). */
const isListed = ({ own, sightings }: KnownAnimal): boolean =>
  own !== undefined || sightings.some(({ exchange }) => exchange.operation === 'listPets');

function requirementOf({ status }: ListView, { own }: KnownAnimal): RequirementId {
  if (status !== undefined) return 'list.status-filter-complete';
  return own === undefined ? 'list.consistent' : 'list.shows-created';
}

function omission(view: ListView, { id, own, sightings }: KnownAnimal): Finding {
  const { exchange, items, status } = view;
  if (own !== undefined && status === undefined) {
    const seconds = Math.round((exchange.sent.at - own.exchange.received.at) / 100) / 10;
    return findingOn(exchange, 'created-not-listed', { id, items, seconds });
  }
  const name = excerpt(sightings[0]?.animal.name ?? '', 60);
  const shown = { id, items, name };
  return status === undefined
    ? findingOn(exchange, 'list-omits-animal', shown)
    : findingOn(exchange, 'filter-omits-animal', { ...shown, wanted: status });
}

/** A list may lag for this many settle times (lines.txt: lists that lag for more than three times the settle time). */
const MAX_LAG_IN_SETTLE_TIMES = 3;
/**
 * This many later lists with the same filter must show the animal: fewer do not distinguish a lag from occasional omissions (lines.txt: a
 * list that lags, and four that do not; a list that lags, and five that do not).
 */
const LAG_RESOLVED_BY = 5;

/** The doubt if lists with this filter show a created animal late, and then always: their index lags. */
function lagDoubt({ own, sightings }: KnownAnimal, view: ListView, model: Model, settleMs: number): Doubt | undefined {
  if (own === undefined || view.exchange.sent.at > own.exchange.received.at + MAX_LAG_IN_SETTLE_TIMES * settleMs)
    return undefined;
  const isShown = ({ exchange }: ListView) => sightings.some((one) => one.exchange === exchange);
  const alike = model.lists.filter((other) => other.status === view.status && (!other.isFull || isShown(other)));
  const shown = alike.map(isShown);
  // A list that showed it and omits it again does not lag (every-fourth-list-without-created).
  const isLate = shown.indexOf(true) > shown.lastIndexOf(false);
  return isLate ? openDoubt(because('list-lags', { settle: settleMs / 1_000 }), LAG_RESOLVED_BY) : undefined;
}

/** `limit=k` returns k animals if at least k match: the limit is applied after the filter. */
function judgePage(view: ListView, existing: ReadonlyMap<Existence, readonly KnownAnimal[]>, emit: Emit): void {
  const { exchange: on, items, isWithoutLimit, limit = 0, status } = view;
  const matching = existing.get('certain')?.filter(isListed).length ?? 0;
  const early = existing.get('too-early') ?? [];
  const uncertain = [...early, ...(existing.get('may-be-removed') ?? [])];
  if (isWithoutLimit || matching + uncertain.length === 0) return;
  const id = 'list.fills-page';
  const wanted = Math.min(limit, matching);
  const shown = { items, limit, matching, wanted, filter: status ?? null };
  if (items < wanted) emit({ id, on, finding: findingOn(on, 'short-page', shown) });
  else if (items < Math.min(limit, matching + uncertain.length)) {
    const statuses = new Set(uncertain.map(({ sightings }) => sightings.at(-1)?.animal.status ?? undefined));
    // The page has all animals that certainly exist. A witness may show more (limit-hundred-gives-fifty).
    const doubt = early.length > 0 ? openDoubt(because('page-too-early')) : undefined;
    emit({ id, on, doubt, witness: [...statuses].map(fullListPath) });
  } else emit({ id, on });
}

/** No limit means 20: as many animals as `limit=20` returns. Only a store with more than 20 animals shows it. */
function judgeDefaultPage(model: Model, emit: Emit): void {
  const views = unfiltered(model.lists);
  const explicit = views.filter(({ isWithoutLimit, limit }) => !isWithoutLimit && limit === PAGE.default);
  const most = Math.max(0, ...explicit.map(({ items }) => items));
  const storeSize = Math.max(model.animals.size, ...views.map(({ items }) => items));
  const id = 'list.default-limit';
  for (const { exchange: on, items, isWithoutLimit, isSpecified } of views) {
    if (!isWithoutLimit || !isSpecified || items > PAGE.default) continue;
    const isAsExplicit = items === PAGE.default || (explicit.length > 0 && most <= items);
    if (storeSize <= PAGE.default)
      emit({ id, on, doubt: explainedDoubt(because('store-too-small', { known: storeSize, needed: PAGE.default })) });
    else if (isAsExplicit) emit({ id, on });
    else if (explicit.length === 0) emit({ id, on, doubt: openDoubt(because('no-explicit-default')) });
    else if (certainAt(on, model) > items) emit({ id, on, finding: findingOn(on, 'below-default', { items, most }) });
    else emit({ id, on, doubt: openDoubt(because('page-too-early')), witness: [fullListPath()] });
  }
}

const certainAt = (exchange: ListView['exchange'], { animals, existence }: Model): number =>
  [...animals.keys()].filter((id) => existence(id, exchange) === 'certain').length;
