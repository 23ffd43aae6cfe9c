import { type Answered, isAnswered, isClientError } from '../exchange/exchange.ts';
import { memoize } from '../exchange/memoize.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { Trace } from '../exchange/trace.ts';
import { PAGE, PET_STATUSES, type PetStatus } from '../spec/operations.ts';
import { type Animal, animalIn, animalsIn, payloadOf } from './animal.ts';
import { idIn, listQuery, queryOf } from './query.ts';

export type ListView = Readonly<NonNullable<ReturnType<typeof listView>>>;
export type Created = Readonly<NonNullable<ReturnType<typeof createdAnimal>>>;
export type SingleRead = Readonly<NonNullable<ReturnType<typeof singleRead>>>;

export function listView(exchange: Exchange) {
  if (!isAnswered(exchange) || exchange.operation !== 'listPets' || exchange.received.status !== 200) return undefined;
  const query = listQuery(exchange);
  // An unspecified parameter may hide animals, or members of them.
  if (![...queryOf(exchange).keys()].every((name) => /^(?:limit|status|storecheck.*)$/.test(name))) return undefined;
  const animals = animalsIn(exchange);
  if (animals === undefined) return undefined;
  const items = animals.length;
  /** Whether the page is full, so that more animals may exist. */
  const isFull = !query.isValid || items >= (query.limit ?? 0);
  return { ...query, exchange, animals, items, isFull };
}

export function listViews(exchanges: readonly Exchange[]): ListView[] {
  const views = exchanges.map(listView).filter((view) => view !== undefined);
  // An invalid limit may return everything (all-for-a-negative-limit).
  const valid = views.filter(({ isValid }) => isValid);
  const most = Math.max(...valid.map(({ items }) => items));
  const created = createdAnimals(exchanges);
  const longest = valid.filter(({ items }) => items === most);
  // A service may return fewer than the limit ("maximum number of animals returned"), in every list.
  if (!longest.some((view) => isCutShort(view, views, created)) || hasGrown(views, created)) return views;
  return views.map((view) => (longest.includes(view) ? { ...view, isFull: true } : view));
}

/** The lists of a run so far, computed once for each snapshot. */
export const viewsOf = memoize(({ exchanges }: Pick<Trace, 'exchanges'>) => listViews(exchanges));

/**
 * Whether a list lacks animals that other lists show, so that the page is smaller than the limit. If the run created any, it must also lack
 * one of a status that it shows (sold-only-with-the-filter, lists-of-twenty-five-of-one-status). An animal of this run may be missing
 * because of a violation (created-only-in-filtered-lists), so it counts only if the length of the list may be a page size: a multiple of 5
 * (lists-of-twenty-five-at-most-oldest-first).
 */
function isCutShort({ exchange, animals, items }: ListView, views: readonly ListView[], created: readonly Created[]) {
  const own = new Set(created.map(({ returned }) => returned.id));
  const shown = new Set(animals.map(({ id }) => id));
  const isMissing = ({ id }: Animal) => !shown.has(id);
  const missing = views.flatMap((other) => other.animals.filter(isMissing));
  if (!missing.some(({ id }) => !own.has(id) || items % 5 === 0)) return false;
  const earlier = created.filter((one) => one.exchange.received.at <= exchange.sent.at);
  const unlisted = earlier.map(({ returned }) => returned).filter(isMissing);
  const statuses = new Set(animals.map(({ status }) => status));
  return created.length === 0 || [...missing, ...unlisted].some(({ status }) => statuses.has(status));
}

/**
 * Whether an unfiltered list is longer than an earlier one by all animals created in between, or by more, which the earlier one lacked
 * because it lagged. So no page size cut it, unless animals were created after a list of the greatest length.
 */
function hasGrown(views: readonly ListView[], created: readonly Created[]): boolean {
  const complete = unfiltered(views).filter(({ isFull }) => !isFull);
  const most = Math.max(...complete.map(({ items }) => items));
  const pairs = complete.flatMap((before) =>
    complete.flatMap((after) => {
      const since = created.filter(({ exchange }) => exchange.received.at <= after.exchange.sent.at);
      const between = since.filter(({ exchange }) => exchange.sent.at >= before.exchange.received.at).length;
      const gained = since.filter((animal) => isIn(after, animal) && !isIn(before, animal)).length;
      const wanted = before.items + Math.max(between, gained);
      return before.items > 0 && between > 0 ? [{ from: before.items, to: after.items, wanted }] : [];
    }),
  );
  return pairs.some(({ to, wanted }) => to >= wanted) && !pairs.some(({ from }) => from === most);
}

const isIn = ({ animals }: ListView, { returned }: Created) => animals.some(({ id }) => id === returned.id);

export const unfiltered = (views: readonly ListView[]): ListView[] =>
  views.filter(({ status }) => status === undefined);

/** Unfiltered lists with the greatest limit. */
export const largestPages = (views: readonly ListView[]): ListView[] =>
  unfiltered(views).filter(({ limit }) => limit === PAGE.maximum);

/** Whether a create succeeded: 201, or another 2xx whose body is an animal with an id, so that only its status is a finding. */
export function isCreated(exchange: Exchange): exchange is Answered {
  if (!isAnswered(exchange) || exchange.operation !== 'createPet') return false;
  const { status } = exchange.received;
  return status === 201 || (status < 300 && animalIn(exchange)?.id !== undefined);
}

/** Whether the service refused a create. After a 5xx or a lost response, the animal may be stored. */
export const isRefusedCreate = (exchange: Exchange): boolean =>
  exchange.operation === 'createPet' && isClientError(exchange);

export const createdAnimals = (exchanges: readonly Exchange[]): Created[] =>
  exchanges.map(createdAnimal).filter((created) => created !== undefined);

export function createdAnimal(exchange: Exchange) {
  if (!isCreated(exchange)) return undefined;
  const sent = payloadOf(exchange);
  const returned = animalIn(exchange);
  return sent !== undefined && returned !== undefined ? { exchange, sent, returned } : undefined;
}

/** Whether no response can be expected to return the sent name, because it has lone surrogates (RFC 8259 §8.2). */
export const isUnpredictable = ({ sent }: Created): boolean => !(sent.name ?? '').isWellFormed();

/** A get with the key and an id, known or not; undefined for other requests. It has an animal if the response is a 200 with an object. */
export function singleRead(exchange: Exchange) {
  const id = idIn(exchange.sent.path);
  if (id === undefined || exchange.operation !== 'getPet' || exchange.key === null || !isAnswered(exchange))
    return undefined;
  return { exchange, id, animal: exchange.received.status === 200 ? animalIn(exchange) : undefined };
}

/** All distinct ids that lists and creates have shown. */
export function knownIds(exchanges: readonly Exchange[]): string[] {
  const listed = listViews(exchanges).flatMap(({ animals }) => animals);
  const created = createdAnimals(exchanges).map(({ returned }) => returned);
  return [...new Set([...listed, ...created].flatMap(({ id }) => id ?? []))];
}

/** For each status, how many animals an unfiltered list and the creates after it showed at most. The most frequent status comes first. */
export function statusCounts(exchanges: readonly Exchange[]): { readonly status: PetStatus; readonly count: number }[] {
  const created = createdAnimals(exchanges);
  const stores = unfiltered(listViews(exchanges)).map(({ animals, exchange: { seq } }) => [
    ...animals,
    ...created.flatMap(({ exchange, returned }) => (exchange.seq > seq ? returned : [])),
  ]);
  return PET_STATUSES.map((status) => {
    const counts = stores.map((animals) => animals.filter((animal) => animal.status === status).length);
    return { status, count: Math.max(0, ...counts) };
  }).sort((one, other) => other.count - one.count);
}
