import { type Answered, oncePer, type Trace } from '../../exchange/index.ts';
import {
  type Animal,
  isRefused,
  type ListView,
  markIn,
  marksListed,
  payloadOf,
  timesStored,
} from '../../store/index.ts';
import { nested } from '../../text/template.ts';
import { because, type Finding, outcomeOf, undecided, unsettled } from '../outcome.ts';
import { excerpt, type Rule, violation } from '../rule.ts';
import { createdOf, lacksLateList, listsOf, noLateList, wholeListsOf } from '../seen.ts';

/** One id for one animal: no two animals share an id, and no create stores an animal under two ids, even late. */
export const idsUnique: Rule = (_evidence, trace) => {
  const shared = sharedIds(trace);
  const certain = shared.filter(({ isLost }) => !isLost).map(({ finding }) => finding);
  const findings = [...certain, ...storedTwice(trace), ...copied(trace)];
  const subjects = new Set(createdOf(trace).flatMap(({ answered }) => answered.id ?? [])).size;
  if (findings.length > 0) return outcomeOf(findings, subjects);
  const [doubt] = shared;
  if (doubt !== undefined) return undecided(because('store-lost', { violation: nested(doubt.finding) }), subjects);
  if (subjects > 0 && lacksLateList(trace)) return unsettled(noLateList('no-late-list', trace), subjects);
  return outcomeOf([], subjects);
};

/** Among the created animals, and between them and earlier lists. */
function sharedIds(trace: Trace): { readonly finding: Finding; readonly isLost: boolean }[] {
  const owners = new Map<string, Answered>();
  return createdOf(trace).flatMap(({ exchange, answered: { id } }) => {
    if (id === undefined) return [];
    const owner = owners.get(id) ?? shownBefore(id, exchange, trace);
    owners.set(id, exchange);
    if (owner === undefined) return [];
    const finding = violation(exchange, 'id-reused', { id }, owner);
    return [{ finding, isLost: isStoreLost(exchange, trace) }];
  });
}

function shownBefore(id: string, exchange: Answered, trace: Trace): Answered | undefined {
  const view = listsOf(trace).find(
    (list) => list.exchange.received.at <= exchange.sent.at && list.animals.some((animal) => animal.id === id),
  );
  return view?.exchange;
}

/** Later complete lists show no created animal, although earlier ones did: a restart may have lost the store. */
function isStoreLost({ sent }: Answered, trace: Trace): boolean {
  const before = createdOf(trace).filter(({ exchange }) => exchange.received.at <= sent.at);
  const names = new Set(before.flatMap(({ answered }) => answered.name ?? []));
  const isShownIn = (views: typeof whole) =>
    views.some(({ animals }) => animals.some(({ name }) => name !== undefined && names.has(name)));
  const whole = wholeListsOf(trace).filter(({ plain, full }) => plain && !full);
  const after = whole.filter(({ exchange }) => exchange.sent.at >= sent.at);
  return after.length > 0 && before.length > 1 && !isShownIn(after);
}

/** Whether a list shows a name of this run under more ids than creates may have stored it. */
function storedTwice(trace: Trace): Finding[] {
  const { tag } = trace.head.settings;
  const most = timesStored(trace);
  const findings = new Map<string, Finding>();
  for (const view of listsOf(trace))
    for (const [mark, ids] of marksListed(view, tag)) {
      const sent = most.get(mark) ?? 0;
      if (sent === 0 || ids.size <= sent) continue;
      findings.set(mark, storedMoreOften(view, ids, sent, mark));
    }
  return [...findings.values()];
}

/**
 * The same for creates whose name has no mark: a list shows more animals with all their values than creates sent or returned. An animal of an
 * earlier run can have the same values, so a list with all animals of that status must have come before, without them.
 */
function copied(trace: Trace): Finding[] {
  const { tag } = trace.head.settings;
  const created = createdOf(trace);
  const answers = new Map(created.map(({ exchange, answered }) => [exchange.seq, answered]));
  const stored = trace.exchanges
    .filter((exchange) => exchange.operation === 'createPet' && !isRefused(exchange))
    .map((exchange) => [payloadOf(exchange), answers.get(exchange.seq)]);
  return created.flatMap(({ exchange, sent, answered }) => {
    if (sent.name === undefined || markIn(sent.name, tag) !== undefined) return [];
    if (!listsOf(trace).some((view) => isCompleteBefore(view, exchange, answered))) return [];
    const alike = stored.filter((values) =>
      values.some((one) => one !== undefined && (isAlike(one, sent) || isAlike(one, answered))),
    );
    for (const view of listsOf(trace).toReversed()) {
      const copies = view.animals.filter(
        (animal) => isAlike(animal, answered) && (firstShown(trace).get(animal.id) ?? 0) >= exchange.sent.at,
      );
      const ids = new Set(copies.flatMap(({ id }) => id ?? []));
      if (ids.size <= alike.length || !ids.has(answered.id ?? '')) continue;
      return [storedMoreOften(view, ids, alike.length, sent.name, exchange)];
    }
    return [];
  });
}

const isCompleteBefore = ({ plain, full, status, exchange }: ListView, create: Answered, animal: Animal): boolean =>
  plain && !full && [undefined, animal.status].includes(status) && exchange.received.at <= create.sent.at;

/** When the first list that showed an animal was sent, by id. */
const firstShown = oncePer((trace: Trace) => {
  const first = new Map<string | undefined, number>();
  for (const { animals, exchange } of listsOf(trace))
    for (const { id } of animals) first.set(id, Math.min(first.get(id) ?? Infinity, exchange.sent.at));
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
