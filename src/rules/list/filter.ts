import type { Answered, Trace } from '../../exchange/index.ts';
import { type ListView, listView } from '../../store/index.ts';
import { shownField } from '../create/fields.ts';
import { because, type Finding, outcomeOf, undecided, unsettled } from '../outcome.ts';
import { type Rule, violation } from '../rule.ts';
import { createdOf, listsOf, wholeListsOf } from '../seen.ts';

/** 200, and every animal has the status. An empty list counts only if no animal of that status exists. */
export function filtersBy(status: string): Rule {
  return (evidence, trace) => {
    const findings = evidence.flatMap((exchange) => misfiltered(exchange, trace));
    const views = evidence.flatMap((exchange) => listView(exchange) ?? []);
    const known = noneIn(status, trace) ? views.filter(({ animals }) => animals.length === 0).length : 0;
    const subjects = animalsOf(views) + known;
    if (findings.length === 0 && subjects === 0)
      return undecided(because('no-known-animal-with-status', { wanted: status }));
    return outcomeOf(findings, subjects);
  };
}

/** Filter and limit in one request: both are applied. An empty list shows nothing of either. */
export const statusWithLimit: Rule = (evidence, trace) => {
  const views = evidence.flatMap((exchange) => listView(exchange) ?? []);
  const findings = evidence.flatMap((exchange) => {
    const { limit = Number.POSITIVE_INFINITY, items = 0 } = listView(exchange) ?? {};
    const above = items > limit ? [violation(exchange, 'above-limit', { items, limit })] : [];
    return [...misfiltered(exchange, trace), ...above];
  });
  const subjects = animalsOf(views);
  const empty = views.filter((view) => view.items === 0 && isKnownAround(view, trace));
  if (findings.length === 0 && empty.length > 0 && subjects === 0)
    return outcomeOf(
      empty.map(({ exchange }) => violation(exchange, 'empty-filtered-list', {})),
      empty.length,
    );
  if (findings.length === 0 && subjects === 0 && createdOf(trace).length > 0)
    return unsettled(because('empty-list-too-early'));
  return outcomeOf(findings, subjects);
};

/** Whether complete lists before and after it show an animal with the status. */
function isKnownAround({ exchange, status }: ListView, trace: Trace): boolean {
  const ids = (views: readonly ListView[]) =>
    new Set(
      views.flatMap(({ animals }) => animals.filter((one) => one.status === status).flatMap(({ id }) => id ?? [])),
    );
  const whole = wholeListsOf(trace);
  const after = ids(whole.filter((view) => view.exchange.sent.at >= exchange.received.at));
  return [...ids(whole.filter((view) => view.exchange.received.at <= exchange.sent.at))].some((id) => after.has(id));
}

const animalsOf = (views: readonly ListView[]): number => views.reduce((sum, { animals }) => sum + animals.length, 0);

/** Not a list although others are (else list.ok reports it), or with animals of another status than the requested one. */
function misfiltered(exchange: Answered, trace: Trace): Finding[] {
  if (exchange.received.status !== 200) return [violation(exchange, 'list-refused', {})];
  if (listView(exchange) === undefined && listsOf(trace).length > 0) return [violation(exchange, 'not-an-array', {})];
  const { animals = [], status = '' } = listView(exchange) ?? {};
  const wrong = animals.filter((animal) => animal.status !== status);
  const [first] = wrong;
  if (first === undefined) return [];
  const shown = { wanted: status, wrong: wrong.length, items: animals.length, id: first.id ?? null };
  return [violation(exchange, 'filter-ignored', { ...shown, listed: shownField('status', first) })];
}

function noneIn(status: string, trace: Trace): boolean {
  const whole = wholeListsOf(trace).filter(({ full }) => !full);
  const created = createdOf(trace).some(({ answered }) => answered.status === status);
  return (
    !created &&
    whole.some(({ items }) => items > 0) &&
    whole.every(({ animals }) => animals.every((animal) => animal.status !== status))
  );
}
