import type { Answered } from '../../exchange/exchange.ts';
import { oncePer } from '../../exchange/once.ts';
import { because, type Finding } from '../../rules/outcome.ts';
import { excerpt, violation } from '../../rules/rule.ts';
import { PAGE } from '../../spec/operations.ts';
import { type Animal, payloadOf } from '../../store/animal.ts';
import { type Created, type ListView, unfiltered } from '../../store/known.ts';
import { markIn } from '../../store/mark.ts';
import { type Emit, open, type Recorded } from '../judgement.ts';
import { lateListReason, type Marks } from './marks.ts';
import { lastCreateAt, type Model } from './model.ts';

/** One id for one animal: no two animals share an id, and no create stores an animal under two ids, even late. */
export function judgeIdentity(run: Recorded, model: Model, marks: Marks, emit: Emit): void {
  const owners = new Map<string, Answered>();
  const { settleMs, tag } = run.head.settings;
  const isLate =
    unfiltered(model.lists).some(
      ({ exchange, limit }) => limit === PAGE.maximum && exchange.sent.at >= lastCreateAt(run.exchanges) + settleMs,
    ) || model.lists.every(({ full }) => full);
  const latest = latestComplete(model);
  for (const { exchange, answered } of model.created) {
    const { id } = answered;
    if (id === undefined) continue;
    const owner = owners.get(id) ?? shownBefore(id, exchange, model);
    owners.set(id, exchange);
    if (owner !== undefined) {
      const finding = violation(exchange, 'id-reused', { id }, owner);
      const doubt = isStoreLost(exchange, model) ? open(because('store-lost')) : undefined;
      emit({ id: 'create.unique-ids', on: [owner, exchange], finding, certain: true, doubt });
    } else if (isLate) emit({ id: 'create.unique-ids', on: [exchange] });
    else emit({ id: 'create.unique-ids', on: [exchange, ...latest], doubt: open(lateListReason('no-late-list', run)) });
  }
  for (const finding of [...storedTwice(model, marks), ...copied(model, tag)]) {
    const on = model.lists.flatMap(({ exchange }) => (exchange.seq === finding.exchanges.at(-1) ? exchange : []));
    emit({ id: 'create.unique-ids', on, finding, certain: true });
  }
}

/** The last list of a hundred animals, which, sent again, shows late effects. */
export const latestComplete = (model: Model): Answered[] =>
  unfiltered(model.lists)
    .filter(({ limit }) => limit === PAGE.maximum)
    .slice(-1)
    .map(({ exchange }) => exchange);

const shownBefore = (id: string, exchange: Answered, { lists }: Model): Answered | undefined =>
  lists.find((view) => view.exchange.received.at <= exchange.sent.at && view.animals.some((animal) => animal.id === id))
    ?.exchange;

/** Later complete lists show no created animal, although earlier ones did: a restart may have lost the store. */
function isStoreLost({ sent }: Answered, { created, complete }: Model): boolean {
  const before = created.filter(({ exchange }) => exchange.received.at <= sent.at);
  const names = new Set(before.flatMap(({ answered }) => answered.name ?? []));
  const after = complete.filter(({ exchange }) => exchange.sent.at >= sent.at);
  const isShown = after.some(({ animals }) => animals.some(({ name }) => name !== undefined && names.has(name)));
  return after.length > 0 && before.length > 1 && !isShown;
}

/** A list that shows a name of this run under more ids than creates may have stored it. */
function storedTwice(model: Model, marks: Marks): Finding[] {
  const findings = new Map<string, Finding>();
  for (const view of model.lists)
    for (const [mark, ids] of marks.listed(view)) {
      const sent = marks.stored.get(mark) ?? 0;
      if (sent > 0 && ids.size > sent) findings.set(mark, storedMoreOften(view, ids, sent, mark));
    }
  return [...findings.values()];
}

/**
 * The same for creates whose name has no mark: a list shows more animals with all their values than creates sent or returned. An animal of an
 * earlier run can have the same values, so a list with all animals of that status must have come before, without them.
 */
function copied(model: Model, tag: string): Finding[] {
  const stored = model.stored.map((exchange) => [payloadOf(exchange), model.createdBy(exchange)?.answered]);
  const isCompleteBefore = ({ plain, full, status, exchange }: ListView, one: Created) =>
    plain && !full && [undefined, one.answered.status].includes(status) && exchange.received.at <= one.exchange.sent.at;
  return model.created.flatMap((one): Finding[] => {
    const { sent, answered, exchange } = one;
    if (sent.name === undefined || markIn(sent.name, tag) !== undefined) return [];
    if (!model.lists.some((view) => isCompleteBefore(view, one))) return [];
    const alike = stored.filter((values) =>
      values.some((value) => value !== undefined && (isAlike(value, sent) || isAlike(value, answered))),
    );
    for (const view of model.lists.toReversed()) {
      const copies = view.animals.filter(
        (animal) => isAlike(animal, answered) && (firstShown(model).get(animal.id) ?? 0) >= exchange.sent.at,
      );
      const ids = new Set(copies.flatMap(({ id }) => id ?? []));
      if (ids.size > alike.length && ids.has(answered.id ?? ''))
        return [storedMoreOften(view, ids, alike.length, sent.name, exchange)];
    }
    return [];
  });
}

/** When the first list that showed an animal was sent, by id. */
const firstShown = oncePer(({ lists }: Model) => {
  const first = new Map<string | undefined, number>();
  for (const { animals, exchange } of lists)
    for (const { id } of animals) first.set(id, Math.min(first.get(id) ?? Number.POSITIVE_INFINITY, exchange.sent.at));
  return first;
});

function storedMoreOften(
  { exchange }: ListView,
  ids: ReadonlySet<string>,
  creates: number,
  name: string,
  ...earlier: readonly Answered[]
): Finding {
  const shown = { animals: ids.size, creates, name: excerpt(name, 60), ids: [...ids].slice(0, 5) };
  return violation(exchange, 'stored-twice', shown, ...earlier);
}

const isAlike = (one: Animal, other: Animal): boolean =>
  one.name === other.name && one.categoryId === other.categoryId && one.status === other.status;
