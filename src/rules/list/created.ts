import type { Answered, Trace } from '../../exchange/index.ts';
import type { Created, ListView } from '../../store/index.ts';
import { shownField } from '../create/fields.ts';
import { type Finding, notApplicable, outcomeOf, undecided, unsettled } from '../outcome.ts';
import { describe, type Rule } from '../rule.ts';
import { createdOf, listsOf } from '../seen.ts';

const NOWHERE =
  'every list is a full page without the animals created here, and the document has no page controls: nobody can look';

/** A created animal is in the latest list of the whole store within the settle time, unless the page is full. */
export const showsCreated: Rule = (evidence, trace) => {
  const created = createdOf(trace).filter(({ answered }) => answered.id !== undefined);
  if (created.length === 0) return undecided('nothing was created');
  const asked = new Set<Answered>(evidence);
  const views = listsOf(trace).filter(({ exchange }) => asked.has(exchange));
  const findings: Finding[] = [];
  let shown = 0;
  let early = 0;
  for (const one of created) {
    const whole = views.findLast(
      (view) => view.exchange.sent.at >= one.exchange.received.at && view.status === undefined && !view.full,
    );
    if (whole === undefined || shows(whole, one)) shown += listsOf(trace).some((view) => shows(view, one)) ? 1 : 0;
    else if (isSettled(whole, one, trace)) findings.push(absent(one, whole));
    else early += 1;
  }
  if (findings.length > 0) return outcomeOf(findings.slice(-5), created.length);
  if (early > 0)
    return unsettled('a created animal is not in the list yet, and the settle time had not passed when it was sent');
  if (shown > 0) return outcomeOf([], shown);
  return views.some(({ full, limit }) => full && limit !== undefined)
    ? notApplicable(NOWHERE)
    : undecided('no list was answered after a create');
};

/** An animal in a list has the name, categoryId and status that it was created with, as sent or as creation answered. */
export const agreesWithCreated: Rule = (evidence, trace) => {
  const created = createdOf(trace);
  if (created.length === 0) return undecided('nothing was created');
  const findings: Finding[] = [];
  let subjects = 0;
  const asked = new Set<Answered>(evidence);
  const views = listsOf(trace).filter(({ exchange }) => asked.has(exchange));
  for (const one of created) {
    const wrong = new Map<string, Finding>();
    for (const view of views) {
      const listed = view.animals.find(({ id }) => id !== undefined && id === one.answered.id);
      if (listed === undefined || view.exchange.sent.at < one.exchange.received.at) continue;
      subjects += 1;
      for (const field of ['name', 'categoryId', 'status'] as const) {
        const unconstrained = field === 'status' && one.sent.status === undefined;
        if (unconstrained || listed[field] === one.sent[field] || listed[field] === one.answered[field]) continue;
        wrong.set(field, {
          message: `${describe(view.exchange)}: ${field} of id ${one.answered.id ?? '?'} is not what it was created with`,
          expected: shownField(one.sent[field]),
          actual: shownField(listed[field]),
          exchanges: [one.exchange.seq, view.exchange.seq],
        });
      }
    }
    findings.push(...wrong.values());
  }
  if (subjects > 0) return outcomeOf(findings.slice(-8), subjects);
  return views.some(({ full, limit }) => full && limit !== undefined)
    ? notApplicable(NOWHERE)
    : undecided('no list shows an animal that was created here');
};

const shows = (view: ListView, one: Created) =>
  view.exchange.sent.at >= one.exchange.received.at && view.animals.some(({ id }) => id === one.answered.id);

const isSettled = (view: ListView, one: Created, trace: Trace) =>
  view.exchange.sent.at >= one.exchange.received.at + trace.head.settings.settleMs;

function absent(one: Created, view: ListView): Finding {
  return {
    message: `${describe(view.exchange)} does not show the animal that was created ${((view.exchange.sent.at - one.exchange.received.at) / 1000).toFixed(1)} s before`,
    expected: `id ${one.answered.id ?? '?'} in the list`,
    actual: `not among its ${view.items} animals, and the page of ${view.limit ?? '?'} is not full`,
    exchanges: [one.exchange.seq, view.exchange.seq],
  };
}
