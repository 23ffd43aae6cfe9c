import type { Answered } from '../../exchange/exchange.ts';
import { because, type Finding } from '../../rules/outcome.ts';
import { excerpt, violation } from '../../rules/rule.ts';
import { PAGE } from '../../spec/operations.ts';
import { type ListView, unfiltered } from '../../store/known.ts';
import { lastCreateAt, type Model } from '../../store/model.ts';
import { type Emit, open, type Recorded } from '../judgement.ts';
import { lateListReason, type Marks } from './run-marks.ts';

/** One id for one animal: no two animals share an id, and no create stores an animal under two ids, even late. */
export function judgeIdentity(run: Recorded, model: Model, marks: Marks, emit: Emit): void {
  const owners = new Map<string, Answered>();
  const { settleMs } = run.head.settings;
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
  for (const finding of storedTwice(model, marks)) {
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
    for (const [name, ids] of idsByMark(view, marks)) {
      const creates = marks.stored.get(name) ?? 0;
      if (creates === 0 || ids.size <= creates) continue;
      const shown = { animals: ids.size, creates, name: excerpt(name, 60), ids: [...ids].slice(0, 5) };
      findings.set(name, violation(view.exchange, 'stored-twice', shown));
    }
  return [...findings.values()];
}

function idsByMark({ animals }: ListView, marks: Marks): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map<string, Set<string>>();
  for (const { id, name } of animals) {
    const mark = id === undefined || name === undefined ? undefined : marks.of(name);
    if (id !== undefined && mark !== undefined) all.set(mark, (all.get(mark) ?? new Set()).add(id));
  }
  return all;
}
