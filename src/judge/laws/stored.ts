import { isConfirmation } from '../../exchange/confirmation.ts';
import { type Answered, isAnswered } from '../../exchange/exchange.ts';
import { groupBy } from '../../exchange/group.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import type { Trace } from '../../exchange/trace.ts';
import { because, type Finding } from '../../rules/conclusion.ts';
import { findingOn } from '../../rules/rule.ts';
import type { RequirementId } from '../../spec/requirements/catalogue.ts';
import { inLetters, markIn, markSent } from '../../store/animal.ts';
import type { Model, Sighting } from '../../store/model.ts';
import { isCreated, isRefusedCreate, type ListView, largestPages, unfiltered } from '../../store/views.ts';
import { excerpt } from '../../text/excerpt.ts';
import { askedIn } from '../expect/request.ts';
import { type Doubt, type Emit, mootDoubt, openDoubt } from '../judgement.ts';

/** A create stores one animal with its own id, even if late. A refused create, or one without a valid key, stores none. */
export function judgeStored(run: Trace, model: Model, emit: Emit): void {
  const marks = marksOf(run, model);
  judgeIds(run, model, emit);
  judgeTwice(marks, emit);
  judgeAbsentFromLists(run, model, marks, emit);
}

const isCreate = ({ operation }: Exchange): boolean => operation === 'createPet';

/** When the last of them got its response, without confirmation attempts. */
const lastAt = (exchanges: readonly Exchange[]): number =>
  Math.max(...exchanges.filter((one) => !isConfirmation(one)).map(({ received }) => received.at));

/** The last list with `limit=100`: sent again, it shows late effects. */
const latestIn = ({ lists }: Model): Answered | undefined => largestPages(lists).at(-1)?.exchange;

type Marks = Readonly<ReturnType<typeof marksOf>>;

/** The names and numbers by which a run recognises its animals, even if their creates were refused, and what lists show of them. */
function marksOf({ exchanges, head: { settings } }: Trace, { lists }: Model) {
  const written = inLetters(settings.tag);
  const creates = exchanges.filter(isCreate);
  const sentBy = new Map(creates.map((one) => [one, [markSent(one, written) ?? [], numbersIn(one)].flat()]));
  /** The creates that sent each mark. */
  const senders = new Map<string, Exchange[]>();
  for (const [one, marks] of sentBy) for (const mark of marks) senders.set(mark, [...(senders.get(mark) ?? []), one]);
  const listed = lists.flatMap(({ exchange: list, animals }) =>
    animals.map((animal) => ({ list, animal, mark: markIn(animal.name ?? '', written) })),
  );
  return { sentBy, senders, listed };
}

/** Numbers of ten digits, the first of them 1, which no other client sends (probes/make-probe.ts). */
const numbersIn = ({ sent }: Exchange): readonly string[] => sent.body?.match(/(?<![\d.])1\d{9}(?![\d.eE])/g) ?? [];

/** What a list shows that was sent after the last create and its settle time. */
const BY_LATE_LIST = ['create.unique-ids', 'list.shows-created', 'list.agrees-with-created'] as const;

/** No two animals share an id. */
function judgeIds(run: Trace, model: Model, emit: Emit): void {
  const id = 'create.unique-ids';
  const latest = latestIn(model);
  const owners = new Map<string, Answered>();
  const due = lastAt(run.exchanges.filter(isCreate)) + run.head.settings.settleMs;
  const isLate = (latest !== undefined && latest.sent.at >= due) || model.lists.every(({ isFull }) => isFull);
  for (const { exchange, sent, returned } of model.created) {
    if (returned.id === undefined) continue;
    // A get may make an animal (made-by-asking).
    const isBefore = ({ exchange: { operation, received } }: Sighting) =>
      operation === 'listPets' && received.at <= exchange.sent.at;
    const owner = owners.get(returned.id) ?? model.animals.get(returned.id)?.sightings.find(isBefore)?.exchange;
    owners.set(returned.id, exchange);
    if (owner !== undefined) {
      const isClientId = sent.id === returned.id;
      const isRepeated = owner.sent.body === exchange.sent.body;
      const code = isClientId ? 'id-taken' : isRepeated ? 'id-repeated' : 'id-reused';
      const finding = findingOn(exchange, code, { id: returned.id }, owner);
      const doubt = isStoreLost(exchange, model) ? openDoubt(because('store-lost')) : undefined;
      emit({ id, on: exchange, finding, doubt });
    } else if (isLate) emit({ id, on: exchange });
    else
      for (const shown of BY_LATE_LIST)
        emit({ id: shown, on: latest ?? exchange, doubt: openDoubt(because('no-late-list')) });
  }
}

/** Whether later complete lists show none of the animals that were created before: a restart may have lost the store. */
function isStoreLost({ sent }: Answered, { created, complete }: Model): boolean {
  const before = created.filter(({ exchange }) => exchange.received.at <= sent.at);
  const names = new Set(before.flatMap(({ returned }) => returned.name ?? []));
  const after = complete.filter(({ exchange }) => exchange.sent.at >= sent.at);
  const isShown = after.some(({ animals }) => animals.some(({ name }) => name !== undefined && names.has(name)));
  return after.length > 0 && before.length > 1 && !isShown;
}

/** A list shows a name of this run under more ids than there were creates that may have stored it. */
function judgeTwice({ senders, listed }: Marks, emit: Emit): void {
  const findings = new Map<string, { readonly finding: Finding; readonly on: Exchange }>();
  const marked = listed.filter(({ mark }) => senders.has(mark ?? ''));
  for (const [list, shown] of groupBy(marked, (one) => one.list))
    for (const [name = '', alike] of groupBy(shown, ({ mark }) => mark)) {
      const creates = senders.get(name)?.filter((one) => !isRefusedCreate(one)).length ?? 0;
      const ids = [...new Set(alike.flatMap(({ animal }) => animal.id ?? []))];
      if (creates === 0 || ids.length <= creates) continue;
      const params = { animals: ids.length, creates, name: excerpt(name, 60), ids: ids.slice(0, 5) };
      findings.set(name, { finding: findingOn(list, 'stored-twice', params), on: list });
    }
  for (const one of findings.values()) emit({ id: 'create.unique-ids', ...one, certain: true });
}

/**
 * A list after the settle time proves that refused creates stored nothing if it is complete, or shows an animal created after them. Full
 * pages prove nothing otherwise, because there are no page controls. A mark that a list showed before the create does not count.
 *
 *   list without the mark ── create with it refused ── list with the mark ──► stored although refused
 */
function judgeAbsentFromLists(run: Trace, model: Model, marks: Marks, emit: Emit): void {
  const refused = run.exchanges.filter(isAnswered).filter(mustStoreNothing);
  const shown = groupBy(
    marks.listed.flatMap(({ list, animal, mark: inName }) =>
      [inName, animal.name, animal.categoryId]
        .filter((mark) => marks.senders.has(mark ?? ''))
        .map((mark) => ({ mark, animal, list })),
    ),
    ({ mark }) => mark,
  );
  const doubt = doubtIn(run, model, refused);
  for (const exchange of refused) {
    const id: RequirementId = exchange.key === null ? 'auth.no-side-effect' : 'create.rejected-not-stored';
    const sightings = ownMarks(exchange, marks).map((mark) => shown.get(mark) ?? []);
    const isNew = (seen: (typeof sightings)[number]) => seen.every(({ list }) => list.received.at > exchange.sent.at);
    const fresh = sightings.filter(isNew);
    if (fresh.length === 0) continue;
    const found = fresh.flat().find(({ list }) => list.sent.at >= exchange.received.at);
    if (found === undefined) {
      emit({ id, on: doubt === undefined ? exchange : (latestIn(model) ?? exchange), doubt });
      continue;
    }
    const { list, animal } = found;
    const params = { list: list.sent.path, id: animal.id ?? null, name: excerpt(animal.name ?? '', 60) };
    const finding = findingOn(
      exchange,
      isRefusedCreate(exchange) ? 'refused-but-stored' : 'stored-without-key',
      params,
    );
    emit({ id, on: list, finding: { ...finding, exchanges: [exchange.seq, list.seq] }, certain: true });
  }
}

/** A refused create, and one that was accepted although it had no valid key. */
const mustStoreNothing = (create: Exchange): boolean =>
  isRefusedCreate(create) || (isCreated(create) && askedIn(create).credentialRequirements.length > 0);

/** What identifies the animal of a refused create: names and numbers that no stored create, and no other payload, had. */
const ownMarks = (exchange: Answered, { sentBy, senders }: Marks): string[] => {
  // A repeated create that was accepted explains the animal of a refused one.
  const isAlike = isRefusedCreate(exchange) ? isRefusedCreate : mustStoreNothing;
  return (sentBy.get(exchange) ?? []).filter((mark) =>
    senders.get(mark)?.every((one) => isAlike(one) && one.sent.body === exchange.sent.body),
  );
};

/** Why lists do not prove that refused creates stored nothing; undefined if one after the settle time would have shown their animals. */
function doubtIn(run: Trace, model: Model, refused: readonly Answered[]): Doubt | undefined {
  const last = lastAt(refused);
  const later = new Set(
    model.created.flatMap(({ exchange, returned }) => (exchange.sent.at >= last ? (returned.id ?? []) : [])),
  );
  const shows = ({ animals }: ListView) => animals.some(({ id }) => later.has(id ?? ''));
  const laterUnfiltered = unfiltered(model.lists).filter(({ exchange }) => exchange.sent.at >= last);
  const settled = laterUnfiltered.filter(({ exchange }) => exchange.sent.at >= last + run.head.settings.settleMs);
  if (settled.some((view) => shows(view) || (!view.isFull && view.items > 0))) return undefined;
  if (settled.length === 0) return openDoubt(because('no-list-after-refusals'));
  return laterUnfiltered.every(({ isFull }) => isFull)
    ? mootDoubt(because('beyond-full-page'))
    : openDoubt(because('created-not-visible'));
}
