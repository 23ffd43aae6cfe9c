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
}

/** An animal that a create was answered with 201 for. */
export interface Created {
  readonly exchange: Answered;
  readonly sent: Animal;
  readonly answered: Animal;
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
  return {
    exchange,
    animals,
    items,
    status: queryOf(exchange).get('status'),
    limit,
    full: limit === undefined || items >= limit,
  };
}

export function listViews(exchanges: readonly Exchange[]): ListView[] {
  const views = exchanges.map(listView).filter((view) => view !== undefined);
  const most = Math.max(...views.map(({ items }) => items));
  const own = new Set(createdAnimals(exchanges).map(({ answered }) => answered.id));
  const longest = views.filter(({ full, items }) => !full && items === most && items > 0);
  // Whoever gives fewer than it is asked for ("maximum number of animals returned") cuts every list there.
  if (!longest.some((view) => isShort(view, views, own))) return views;
  return views.map((view) => (longest.includes(view) ? { ...view, full: true } : view));
}

/**
 * Other lists show animals that this one should show too. That it lacks only animals of this run may be what is looked for, and tells
 * nothing of its length, but where that is a usual size of pages.
 */
function isShort(
  { animals, items, status }: ListView,
  views: readonly ListView[],
  own: ReadonlySet<string | undefined>,
) {
  const shown = new Set(animals.map(({ id }) => id));
  const belongs = (animal: Animal) => status === undefined || animal.status === status;
  const isUsual = items === 10 || items === 20 || items % 50 === 0;
  const tells = ({ id }: Animal) => isUsual || !own.has(id);
  return views.some((other) => other.animals.some((one) => belongs(one) && !shown.has(one.id) && tells(one)));
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

/** The same animal: by id, or by the run's own name where the list showed no id (list.schema tells of that). */
export function isSame(animal: Animal, created: Animal): boolean {
  return animal.id === undefined ? animal.name !== undefined && animal.name === created.name : animal.id === created.id;
}

/** Every id that an answer named so far, oldest first, without repeats. */
export function knownIds(exchanges: readonly Exchange[]): string[] {
  const ids = new Set<string>();
  for (const { animals } of listViews(exchanges)) for (const { id } of animals) if (id !== undefined) ids.add(id);
  for (const { answered } of createdAnimals(exchanges)) if (answered.id !== undefined) ids.add(answered.id);
  return [...ids];
}
