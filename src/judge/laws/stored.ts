import { type Answered, isAnswered } from '../../exchange/exchange.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import { isConfirmation } from '../../exchange/trace.ts';
import { because, type Finding } from '../../rules/outcome.ts';
import { excerpt, violation } from '../../rules/rule.ts';
import { PAGE } from '../../spec/operations.ts';
import type { RequirementId } from '../../spec/requirements/index.ts';
import type { Animal } from '../../store/animal.ts';
import { type ListView, unfiltered } from '../../store/known.ts';
import { isRefused, markIn, markSent } from '../../store/mark.ts';
import { lastCreateAt, type Model } from '../../store/model.ts';
import { type Doubt, type Emit, moot, open, type Recorded } from '../judgement.ts';

/**
 * Every create leaves one animal with an id of its own, even late; one that was refused, or sent without a valid key, leaves none. Lists show
 * it by the names and numbers that the run gave.
 */
export function judgeStored(run: Recorded, model: Model, emit: Emit): void {
  const marks = marksOf(run);
  judgeIds(run, model, emit);
  judgeTwice(model, marks, emit);
  judgeAbsent(run, model, marks, emit);
}

/** The last list of a hundred animals: sent again, it shows late effects. */
const latestIn = ({ lists }: Model): Answered | undefined =>
  unfiltered(lists).findLast(({ limit }) => limit === PAGE.maximum)?.exchange;

/** The names and numbers by which a run recognises its animals, even if their creates were refused. */
interface Marks {
  readonly sent: ReadonlyMap<Exchange, string | undefined>;
  /** How many creates of each mark the service may have stored. */
  readonly stored: ReadonlyMap<string, number>;
  /** The bodies that sent each of the run's numbers, with whether they were refused. */
  readonly numbers: ReadonlyMap<string, ReadonlySet<string>>;
  readonly of: (name: string) => string | undefined;
}

function marksOf({ exchanges, head: { settings } }: Recorded): Marks {
  const creates = exchanges.filter(({ operation }) => operation === 'createPet');
  const sent = new Map(creates.map((one) => [one, markSent(one, settings.tag)]));
  const stored = new Map<string, number>();
  const numbers = new Map<string, Set<string>>();
  for (const [one, mark] of sent) {
    if (mark !== undefined) stored.set(mark, (stored.get(mark) ?? 0) + (isRefused(one) ? 0 : 1));
    for (const digits of numbersIn(one))
      numbers.set(digits, (numbers.get(digits) ?? new Set()).add(`${one.sent.body} ${isRefused(one)}`));
  }
  // Lists show the same names again and again.
  const known = new Map<string, string | undefined>();
  const of = (name: string): string | undefined => {
    if (!known.has(name)) known.set(name, markIn(name, settings.tag));
    return known.get(name);
  };
  return { sent, stored, numbers, of };
}

/** Numbers of ten digits, the first of them 1, which no other client sends (probes/marker.ts). */
const numbersIn = ({ sent }: Exchange): readonly string[] => sent.body?.match(/(?<![\d.])1\d{9}(?![\d.eE])/g) ?? [];

/** No two animals share an id. */
function judgeIds(run: Recorded, model: Model, emit: Emit): void {
  const id = 'create.unique-ids';
  const latest = latestIn(model);
  const owners = new Map<string, Answered>();
  const due = lastCreateAt(run.exchanges) + run.head.settings.settleMs;
  const isLate = (latest !== undefined && latest.sent.at >= due) || model.lists.every(({ full }) => full);
  for (const { exchange, answered } of model.created) {
    if (answered.id === undefined) continue;
    const owner = owners.get(answered.id) ?? shownBefore(answered.id, exchange, model);
    owners.set(answered.id, exchange);
    if (owner !== undefined) {
      const finding = violation(exchange, 'id-reused', { id: answered.id }, owner);
      const doubt = isStoreLost(exchange, model) ? open(because('store-lost')) : undefined;
      emit({ id, on: exchange, finding, certain: true, doubt });
    } else if (isLate) emit({ id, on: exchange });
    else emit({ id, on: latest ?? exchange, doubt: open(because('no-late-list')) });
  }
}

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
function judgeTwice(model: Model, marks: Marks, emit: Emit): void {
  const findings = new Map<string, { readonly finding: Finding; readonly on: Exchange }>();
  for (const { exchange, animals } of model.lists) {
    const idsOf = new Map<string, Set<string>>();
    for (const { id, name } of animals) {
      const mark = id === undefined || name === undefined ? undefined : marks.of(name);
      if (id !== undefined && mark !== undefined) idsOf.set(mark, (idsOf.get(mark) ?? new Set()).add(id));
    }
    for (const [name, ids] of idsOf) {
      const creates = marks.stored.get(name) ?? 0;
      if (creates === 0 || ids.size <= creates) continue;
      const shown = { animals: ids.size, creates, name: excerpt(name, 60), ids: [...ids].slice(0, 5) };
      findings.set(name, { finding: violation(exchange, 'stored-twice', shown), on: exchange });
    }
  }
  for (const one of findings.values()) emit({ id: 'create.unique-ids', ...one, certain: true });
}

/**
 * Lists prove that a create left no animal only if they show animals that were created at the same time. If the lists of a store are full
 * pages without these, nothing can prove it, as there are no page controls.
 */
function judgeAbsent(run: Recorded, model: Model, marks: Marks, emit: Emit): void {
  const refused = run.exchanges.filter(isAnswered).filter(isRefused);
  const shown = model.lists.map((view) => ({ view, animals: bySign(view, marks) }));
  const doubt = doubtIn(run, model, refused);
  for (const exchange of refused) {
    const id: RequirementId = exchange.key === null ? 'auth.no-side-effect' : 'create.rejected-not-stored';
    const signs = signsOf(exchange, marks).filter(
      (sign) => !shown.some(({ view, animals }) => view.exchange.received.at <= exchange.sent.at && animals.has(sign)),
    );
    if (signs.length === 0) continue;
    const found = shown
      .filter(({ view }) => view.exchange.sent.at >= exchange.received.at)
      .flatMap(({ view, animals }) => signs.flatMap((sign) => ({ view, animal: animals.get(sign) })))
      .find(({ animal }) => animal !== undefined);
    if (found?.animal !== undefined) {
      const { view, animal } = found;
      const params = { list: view.exchange.sent.path, id: animal.id ?? null, name: excerpt(animal.name ?? '', 60) };
      const finding = violation(exchange, 'refused-but-stored', params);
      const exchanges = [exchange.seq, view.exchange.seq];
      emit({ id, on: view.exchange, finding: { ...finding, exchanges }, certain: true });
    } else emit({ id, on: doubt === undefined ? exchange : (latestIn(model) ?? exchange), doubt });
  }
}

/** Undefined if a list, sent after the settle time, would have shown the refused animals. */
function doubtIn(run: Recorded, model: Model, refused: readonly Answered[]): Doubt | undefined {
  const last = Math.max(...refused.filter((one) => !isConfirmation(one)).map(({ received }) => received.at));
  const later = new Set(
    model.created.flatMap(({ exchange, answered }) => (exchange.sent.at >= last ? (answered.id ?? []) : [])),
  );
  const shows = ({ animals }: ListView) => animals.some(({ id }) => later.has(id ?? ''));
  const whole = unfiltered(model.lists).filter(({ exchange }) => exchange.sent.at >= last);
  const settled = whole.filter(({ exchange }) => exchange.sent.at >= last + run.head.settings.settleMs);
  if (settled.some((view) => shows(view) || (!view.full && view.items > 0))) return undefined;
  if (settled.length === 0) return open(because('no-list-after-refusals'));
  return whole.every(({ full }) => full) ? moot(because('beyond-full-page')) : open(because('created-not-visible'));
}

/** What identifies the animal of a refused create: words and numbers that no stored create, and no other one, sent. */
const signsOf = (exchange: Answered, { sent, stored, numbers }: Marks): string[] => {
  const mark = sent.get(exchange);
  return [
    ...(mark === undefined || (stored.get(mark) ?? 0) > 0 ? [] : [mark]),
    ...numbersIn(exchange).filter((digits) => numbers.get(digits)?.size === 1),
  ];
};

function bySign({ animals }: ListView, marks: Marks): ReadonlyMap<string, Animal> {
  const signs = new Map<string, Animal>();
  for (const animal of animals)
    for (const sign of [marks.of(animal.name ?? ''), animal.name, animal.categoryId])
      if (sign !== undefined) signs.set(sign, animal);
  return signs;
}
