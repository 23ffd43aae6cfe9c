import { type Answered, isAnswered } from '../../exchange/exchange.ts';
import { isConfirmation } from '../../exchange/trace.ts';
import { because } from '../../rules/outcome.ts';
import { excerpt, violation } from '../../rules/rule.ts';
import type { RequirementId } from '../../spec/requirements/index.ts';
import type { Animal } from '../../store/animal.ts';
import { type ListView, unfiltered } from '../../store/known.ts';
import { isRefused } from '../../store/mark.ts';
import type { Model } from '../../store/model.ts';
import { type Doubt, type Emit, moot, open, type Recorded } from '../judgement.ts';
import { latestComplete } from './identity.ts';
import { lateListReason, type Marks, numbersIn } from './run-marks.ts';

/**
 * What was refused, or sent without a valid key, appears in no later list. Lists prove this only if they show animals that were created at
 * the same time. If the lists of a store are full pages without these, nothing can prove it, as there are no page controls.
 */
export function judgeAbsence(run: Recorded, model: Model, marks: Marks, emit: Emit): void {
  const refused = run.exchanges.filter(isAnswered).filter(isRefused);
  const shown = model.lists.map((view) => ({ view, animals: bySign(view, marks) }));
  const doubt = doubtIn(run, model, refused);
  const latest = latestComplete(model);
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
      emit({
        id,
        on: [exchange, view.exchange],
        finding: { ...finding, exchanges: [exchange.seq, view.exchange.seq] },
        certain: true,
      });
    } else emit({ id, on: doubt === undefined ? [exchange] : [exchange, ...latest], doubt });
  }
}

/** Undefined if a list, sent after the settle time, would have shown the refused animals. */
function doubtIn(run: Recorded, model: Model, refused: readonly Answered[]): Doubt | undefined {
  const { settleMs } = run.head.settings;
  const last = Math.max(...refused.filter((one) => !isConfirmation(one)).map(({ received }) => received.at));
  const later = new Set(
    model.created.flatMap(({ exchange, answered }) => (exchange.sent.at >= last ? (answered.id ?? []) : [])),
  );
  const shows = ({ animals }: ListView) => animals.some(({ id }) => later.has(id ?? ''));
  const whole = unfiltered(model.lists).filter(({ exchange }) => exchange.sent.at >= last);
  const proves = whole.some(
    (view) => view.exchange.sent.at >= last + settleMs && (shows(view) || (!view.full && view.items > 0)),
  );
  if (proves) return undefined;
  const isSettled = whole.some(({ exchange }) => exchange.sent.at >= last + settleMs);
  if (isSettled && whole.every(({ full }) => full)) return moot(because('beyond-full-page'));
  return open(isSettled ? because('created-not-visible') : lateListReason('no-list-after-refusals', run));
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
