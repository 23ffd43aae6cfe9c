import { type Answered, type Exchange, oncePer } from '../exchange/index.ts';
import { groupBy } from '../exchange/journal/group.ts';
import type { Animal } from './animal.ts';
import { type Created, createdAnimals, type ListView, listViews, type SingleRead, singleRead } from './known.ts';

/** The animal of an id in one response. */
export interface Sighting {
  readonly animal: Animal;
  readonly exchange: Answered;
}

/** The store as seen in the exchanges of a run, in order of sending. */
export interface StoreModel {
  readonly created: readonly Created[];
  readonly lists: readonly ListView[];
  readonly reads: readonly SingleRead[];
  /** All sightings of each id: in the response to its creation, in lists and in single reads. */
  readonly sightings: ReadonlyMap<string, readonly Sighting[]>;
}

export const modelOf: (exchanges: readonly Exchange[]) => StoreModel = oncePer((exchanges) => {
  const created = createdAnimals(exchanges);
  const lists = listViews(exchanges);
  const reads = exchanges.map(singleRead).filter((read) => read !== undefined);
  const shown: Sighting[] = [
    ...created.map(({ answered, exchange }) => ({ animal: answered, exchange })),
    ...lists.flatMap(({ animals, exchange }) =>
      exchange.key === null ? [] : animals.map((animal) => ({ animal, exchange })),
    ),
    ...reads.flatMap(({ animal, exchange }) => (animal === undefined ? [] : { animal, exchange })),
  ].sort((one, other) => one.exchange.seq - other.exchange.seq);
  const sightings = groupBy(shown, ({ animal }) => animal.id);
  sightings.delete(undefined);
  return { created, lists, reads, sightings: sightings as Map<string, Sighting[]> };
});

/** A list that omits an animal which other responses show. */
export interface Absence {
  readonly id: string;
  readonly view: ListView;
  /** The last response before the list that showed the animal. */
  readonly before: Sighting;
  /** The first response after the list that showed it, with the status that the list is about. */
  readonly after: Sighting | undefined;
  /** When the animal, with this status, was shown first. */
  readonly since: number;
  /** The animal existed all the time: shown again afterwards, or created by this run and beyond every list that could show it. */
  readonly isProven: boolean;
}

/** Every animal that a list should have shown, as far as it was shown before, in order of the lists. */
export const absences: (model: StoreModel) => readonly Absence[] = oncePer((model) => {
  const whole = model.lists.filter(({ plain, full, status }) => plain && !full && status === undefined);
  const own = new Map(model.created.map(({ answered, exchange }) => [answered.id, exchange.received.at]));
  return model.lists.flatMap((view): Absence[] => {
    // An item without an id may be any animal: list.schema reports it.
    if (!view.plain || view.full || view.animals.some(({ id }) => id === undefined)) return [];
    const shown = new Set(view.animals.map(({ id }) => id));
    const { sent, received } = view.exchange;
    return [...model.sightings].flatMap(([id, sightings]): Absence[] => {
      if (shown.has(id)) return [];
      const earlier = sightings.filter(({ exchange }) => exchange.received.at <= sent.at);
      const before = earlier.at(-1);
      if (before === undefined || !matches(before, view)) return [];
      const after = sightings.find(({ exchange }) => exchange.sent.at >= received.at);
      const changed = earlier.findLastIndex((sighting) => !matches(sighting, view));
      const since = (earlier[changed + 1] ?? before).exchange.received.at;
      const created = own.get(id);
      const isBeyondLists =
        after === undefined &&
        created !== undefined &&
        view.status !== undefined &&
        whole.every(({ exchange }) => exchange.sent.at < created);
      const isProven = isBeyondLists || (after !== undefined && matches(after, view));
      return [{ id, view, before, after, since, isProven }];
    });
  });
});

const matches = ({ animal }: Sighting, { status }: ListView): boolean =>
  status === undefined || animal.status === status;
