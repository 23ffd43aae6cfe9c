import type { Answered } from '../../exchange/index.ts';
import { PAGE } from '../../spec/operations.ts';
import { listView, queryOf } from '../../store/index.ts';
import { because, type ObservedValue, observed, undecided } from '../outcome.ts';
import type { Rule } from '../rule.ts';
import { createdOf, idsOf, listsOf, wholeListsOf } from '../seen.ts';

export const outOfRangeLimits: Rule = (evidence, trace) => {
  if (evidence.length === 0) return undecided(because('no-limit-out-of-range'));
  const known = idsOf(trace).length;
  return observed(
    Object.fromEntries(
      evidence.map((exchange) => [queryOf(exchange).get('limit') || 'empty', limitAnswer(exchange, known)]),
    ),
    evidence.length,
  );
};

function limitAnswer(exchange: Answered, known: number): string {
  const view = listView(exchange);
  if (view === undefined) return `refused (${exchange.received.status})`;
  if (view.items === 0) return 'empty list';
  if (view.items === PAGE.default && known > PAGE.default) return 'default used';
  if (view.items === 1 && known > 1) return 'clamped to 1';
  if (view.items === PAGE.maximum) return 'clamped to 100';
  return view.items >= known || known <= PAGE.default
    ? 'answered (default, clamped or unlimited: the store is too small to tell)'
    : 'other';
}

export const unknownStatus: Rule = (evidence) => {
  const [exchange] = evidence;
  if (exchange === undefined) return undecided(because('not-sent'));
  const view = listView(exchange);
  if (view === undefined) return observed(`refused (${exchange.received.status})`, 1);
  return observed(view.items === 0 ? 'empty list' : 'ignored', 1);
};

export const unknownParameter: Rule = (evidence) => {
  const asked = evidence.filter((exchange) => queryOf(exchange).has('storecheck'));
  const [exchange] = asked;
  if (exchange === undefined) return undecided(because('not-sent'));
  return observed(listView(exchange) === undefined ? `refused (${exchange.received.status})` : 'ignored', asked.length);
};

/** The order of animals in lists, read from those that this run created. */
export const listOrder: Rule = (_evidence, trace) => {
  const orders = wholeListsOf(trace).map(({ animals }) => animals.flatMap(({ id }) => id ?? []));
  const order = orders.reduce((longest, next) => (next.length > longest.length ? next : longest), []);
  if (order.length < 3) return undecided(because('fewer-than-3-animals'));
  const created = createdOf(trace).flatMap(({ answered }) => answered.id ?? []);
  const places = created.map((id) => order.indexOf(id)).filter((place) => place >= 0);
  if (places.length >= 3 && isSorted(places)) return observed('oldest first', places.length);
  if (places.length >= 3 && isSorted([...places].reverse())) return observed('newest first', places.length);
  const ids = order.map(BigInt);
  if (isSorted(ids)) return observed('by id, ascending', ids.length);
  return observed(isSorted([...ids].reverse()) ? 'by id, descending' : 'none seen', ids.length);
};

const isSorted = (values: readonly (bigint | number)[]) =>
  values.every((value, index) => index === 0 || value > (values[index - 1] ?? value));

const PAGING = /^(link|x-total(-count)?|x-(next|prev)-?page|x-page.*|x-cursor|x-next-cursor|content-range)$/i;

/** Headers that help to reach a next page. */
export const paginationHeaders: Rule = (_evidence, trace) => {
  const views = listsOf(trace);
  if (views.length === 0) return undecided(because('no-list'));
  const names = new Set(
    views.flatMap(({ exchange }) =>
      exchange.received.headers.map(([name]) => name.toLowerCase()).filter((name) => PAGING.test(name)),
    ),
  );
  const value: ObservedValue = [...names].sort();
  return observed(value, views.length);
};
