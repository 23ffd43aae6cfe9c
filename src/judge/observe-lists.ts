import type { Answered } from '../exchange/exchange.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { Trace } from '../exchange/trace.ts';
import { because, type Outcome, observed, undecided } from '../rules/outcome.ts';
import { PAGE } from '../spec/operations.ts';
import { createdAnimals, knownIds, listView, listViews, unfiltered } from '../store/known.ts';
import { queryOf } from '../store/query.ts';
import { askedIn } from './expect/request.ts';

/** A list with the key. */
export const isList = (exchange: Exchange): boolean => askedIn(exchange).operation === 'list' && exchange.key !== null;

/** The answers to limits out of range, by the limit. */
export function outOfRange(usable: readonly Answered[], { exchanges }: Trace): Outcome {
  const asked = usable.filter(
    (one) =>
      isList(one) && queryOf(one).size === 1 && /^(?:0|-1|101|1000|abc|1\.5)?$/.test(queryOf(one).get('limit') ?? '-'),
  );
  if (asked.length === 0) return undecided(because('no-limit-out-of-range'));
  const known = knownIds(exchanges).length;
  const answers = asked.map((one) => [queryOf(one).get('limit') || 'empty', limitAnswer(one, known)] as const);
  return observed(Object.fromEntries(answers), asked.length);
}

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

/** The order of animals in lists, read from those that this run created. */
export function listOrder(_usable: readonly Answered[], { exchanges }: Trace): Outcome {
  const orders = unfiltered(listViews(exchanges)).map(({ animals }) => animals.flatMap(({ id }) => id ?? []));
  const order = orders.reduce((longest, next) => (next.length > longest.length ? next : longest), []);
  if (order.length < 3) return undecided(because('fewer-than-3-animals'));
  const created = createdAnimals(exchanges).flatMap(({ answered }) => answered.id ?? []);
  const places = created.map((id) => order.indexOf(id)).filter((place) => place >= 0);
  if (places.length >= 3 && isSorted(places)) return observed('oldest first', places.length);
  if (places.length >= 3 && isSorted([...places].reverse())) return observed('newest first', places.length);
  const ids = order.map(BigInt);
  if (isSorted(ids)) return observed('by id, ascending', ids.length);
  return observed(isSorted([...ids].reverse()) ? 'by id, descending' : 'none seen', ids.length);
}

const isSorted = (values: readonly (bigint | number)[]): boolean =>
  values.every((value, index) => index === 0 || value > (values[index - 1] ?? value));

const PAGING = /^(link|x-total(-count)?|x-(next|prev)-?page|x-page.*|x-cursor|x-next-cursor|content-range)$/i;

/** Headers that help to reach a next page. */
export function paginationHeaders(_usable: readonly Answered[], { exchanges }: Trace): Outcome {
  const views = listViews(exchanges);
  if (views.length === 0) return undecided(because('no-list'));
  const names = views.flatMap(({ exchange }) => exchange.received.headers.map(([name]) => name.toLowerCase()));
  return observed([...new Set(names.filter((name) => PAGING.test(name)))].sort(), views.length);
}
