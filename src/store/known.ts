import { type Answered, type Exchange, isAnswered, oncePer } from '../exchange/index.ts';
import { type Animal, animalIn, animalsIn, itemsIn } from './animal.ts';
import { payloadOf } from './payload.ts';
import { isExplored, isPlainQuery, limitAsked, queryOf } from './query.ts';

/** A list that was answered with 200 and an array. */
export interface ListView {
  readonly exchange: Answered;
  readonly animals: readonly Animal[];
  readonly items: number;
  readonly status: string | undefined;
  /** The limit asked for; undefined where it was out of range. */
  readonly limit: number | undefined;
  /** As many items as were asked for, or as the service ever gives: more may exist that it does not show. */
  readonly full: boolean;
  /** Asked with the key for what the specification describes and nothing else, so that it must show every animal that matches. */
  readonly plain: boolean;
}

/** An animal that a create was answered with 201 for. */
export interface Created {
  readonly exchange: Answered;
  readonly sent: Animal;
  readonly answered: Animal;
}

/** What GET /pets/{petId} showed for a known or an unknown id. */
export interface SingleRead {
  readonly exchange: Answered;
  readonly id: string;
  /** Undefined where the service did not answer 200 with an object. */
  readonly animal: Animal | undefined;
}

export const listView: (exchange: Exchange) => ListView | undefined = oncePer(readList);

function readList(exchange: Exchange): ListView | undefined {
  if (!isAnswered(exchange) || exchange.operation !== 'listPets' || exchange.received.status !== 200) return undefined;
  // What a service lists for a query that the specification leaves open says nothing about the store.
  if (isExplored(exchange) && !isPlainQuery(exchange)) return undefined;
  const animals = animalsIn(exchange);
  const items = itemsIn(exchange);
  if (animals === undefined || items === undefined) return undefined;
  const limit = limitAsked(exchange);
  const status = queryOf(exchange).get('status');
  return {
    exchange,
    animals,
    items,
    status,
    limit,
    full: limit === undefined || items >= limit,
    plain: exchange.key !== null && isPlainQuery(exchange),
  };
}

export function listViews(exchanges: readonly Exchange[]): ListView[] {
  const views = exchanges.map(listView).filter((view) => view !== undefined);
  const most = Math.max(...views.map(({ items }) => items));
  const created = createdAnimals(exchanges);
  const longest = views.filter(({ full, items }) => !full && items === most && items >= SHORTEST_PAGE);
  // Whoever gives fewer than it is asked for ("maximum number of animals returned") cuts every list there.
  if (!longest.some((view) => isShort(view, views, created)) || hasGrown(views, created)) return views;
  return views.map((view) => (longest.includes(view) ? { ...view, full: true } : view));
}

/** No service cuts its pages shorter. */
const SHORTEST_PAGE = 10;

/**
 * Other lists show animals that this one should show too. That it lacks only animals of this run may be what is looked for, and isEvidence
 * nothing of its length, but where that is a usual size of pages.
 */
function isShort({ animals, items, status }: ListView, views: readonly ListView[], created: readonly Created[]) {
  const own = new Set(created.map(({ answered }) => answered.id));
  const shown = new Set(animals.map(({ id }) => id));
  const belongs = (animal: Animal) => status === undefined || animal.status === status;
  const isUsual = items % 10 === 0;
  const isEvidence = ({ id }: Animal) => isUsual || !own.has(id);
  return views.some((other) => other.animals.some((one) => belongs(one) && !shown.has(one.id) && isEvidence(one)));
}

/** A list of the whole store became longer by all that was created before it, so it was not cut at the length of a page. */
function hasGrown(views: readonly ListView[], created: readonly Created[]): boolean {
  const whole = views.filter(({ full, plain, status }) => plain && !full && status === undefined);
  return whole.some((after) =>
    whole.some((before) => {
      const between = created.filter(
        ({ exchange }) =>
          exchange.sent.at >= before.exchange.received.at && exchange.received.at <= after.exchange.sent.at,
      );
      return before.items > 0 && between.length > 0 && after.items >= before.items + between.length;
    }),
  );
}

/** Lists over the whole store, with no status filter. */
export function unfiltered(views: readonly ListView[]): ListView[] {
  return views.filter(({ status }) => status === undefined);
}

export function createdAnimals(exchanges: readonly Exchange[]): Created[] {
  return exchanges.map(createdAnimal).filter((created) => created !== undefined);
}

const createdAnimal: (exchange: Exchange) => Created | undefined = oncePer((exchange) => {
  if (!isAnswered(exchange) || exchange.operation !== 'createPet' || exchange.received.status !== 201) return undefined;
  const sent = payloadOf(exchange);
  const answered = animalIn(exchange);
  return sent !== undefined && answered !== undefined ? { exchange, sent, answered } : undefined;
});

/** A get with the key for an id as the service writes it; undefined for every other request. */
export const singleRead: (exchange: Exchange) => SingleRead | undefined = oncePer((exchange) => {
  const id = /^\/pets\/(0|-?[1-9]\d{0,18})$/.exec(exchange.sent.path)?.[1];
  if (id === undefined || exchange.operation !== 'getPet' || exchange.key === null || !isAnswered(exchange))
    return undefined;
  return { exchange, id, animal: exchange.received.status === 200 ? animalIn(exchange) : undefined };
});

/** Every id that an answer named so far, oldest first, without repeats. */
export function knownIds(exchanges: readonly Exchange[]): string[] {
  const ids = new Set<string>();
  for (const { animals } of listViews(exchanges)) for (const { id } of animals) if (id !== undefined) ids.add(id);
  for (const { answered } of createdAnimals(exchanges)) if (answered.id !== undefined) ids.add(answered.id);
  return [...ids];
}
