import type { Answered } from '../exchange/exchange.ts';
import type { Trace } from '../exchange/trace.ts';
import type { Animal } from './animal.ts';
import {
  type Created,
  createdAnimals,
  isRefusedCreate,
  type ListView,
  type SingleRead,
  singleRead,
  unfiltered,
  viewsOf,
} from './views.ts';

export interface Sighting {
  readonly animal: Animal;
  readonly exchange: Answered;
}

export interface KnownAnimal {
  readonly id: string;
  readonly own: Created | undefined;
  /** The responses that showed the animal, in the order in which they ended. */
  readonly sightings: readonly Sighting[];
}

/**
 * Whether an animal existed when a request got its response.
 * - `absent`: nobody gave it this id, because the run made it up
 * - `unknown`: nothing shows that it existed then
 * - `too-early`: the settle time had not passed since it was seen first
 * - `may-be-removed`: seen before and never again, so another client may have removed it
 */
export type Existence = 'certain' | 'absent' | 'unknown' | 'too-early' | 'may-be-removed';

export type Model = Readonly<ReturnType<typeof modelOf>>;

/** Ids below this may belong to animals that no list has shown. */
const MIN_ABSENT_ID = 2n ** 53n;
/** So may an id that differs by less than this from a known one: a service may begin with large ids (ids-down-from-maximum). */
const NEAR = 2n ** 40n;

export function modelOf(run: Trace) {
  const { exchanges, head } = run;
  const { settings } = head;
  const created = createdAnimals(exchanges);
  const lists = viewsOf(run).filter(({ exchange }) => exchange.key !== null);
  const reads = exchanges.map(singleRead).filter((read) => read !== undefined);
  const animals = knownAnimals(created, lists, reads);
  const listed = new Set(
    [...animals.values()].flatMap(({ own, sightings }) =>
      own === undefined ? sightings.flatMap(({ animal: { categoryId } }) => categoryId ?? []) : [],
    ),
  );
  const accepted = new Set(created.flatMap(({ sent: { categoryId } }) => categoryId ?? []));
  const madeUp = [...accepted].filter((id) => !listed.has(id));
  const lowestSign = Math.min(...madeUp.map(signOf));
  return {
    created,
    /** Creates that the service may have stored. */
    stored: exchanges.filter((exchange) => exchange.operation === 'createPet' && !isRefusedCreate(exchange)),
    lists,
    /** Lists that show every animal of the store. */
    complete: unfiltered(lists).filter(({ isFull }) => !isFull),
    reads,
    animals,
    /**
     * Whether the service must accept a category: others have it, it is configured, or two that this run made up were accepted. A service
     * may demand positive ids: for 0 or a negative id, one as low must have been accepted (categories-positive, categories-not-negative).
     */
    isKnownCategory: (id: string): boolean =>
      listed.has(id) || (settings.categories?.includes(id) ?? (madeUp.length > 1 && signOf(id) >= lowestSign)),
    existence: existenceIn(animals, settings.settleMs),
  };
}

/** -1, 0 or 1. */
const signOf = (id: string): number => Math.sign(Number(id));

function knownAnimals(created: readonly Created[], lists: readonly ListView[], reads: readonly SingleRead[]) {
  const own = new Map(created.map((animal) => [animal.returned.id, animal]));
  const shown = new Set([...own.keys(), ...lists.flatMap((view) => view.animals.map(({ id }) => id))]);
  // An id that the run made up is not known because a get shows an animal for it.
  const isKnown = (id: string | undefined) => shown.has(id) || BigInt(id ?? 0) < MIN_ABSENT_ID;
  const seen: Sighting[] = [
    ...created.map(({ returned, exchange }) => ({ animal: returned, exchange })),
    ...lists.flatMap(({ animals, exchange }) => animals.map((animal) => ({ animal, exchange }))),
    ...reads.flatMap(({ animal, exchange }) =>
      animal === undefined || !isKnown(animal.id) ? [] : { animal, exchange },
    ),
  ].sort((one, other) => one.exchange.seq - other.exchange.seq);
  const animals = new Map<string, KnownAnimal & { readonly sightings: Sighting[] }>();
  for (const sighting of seen) {
    const { id } = sighting.animal;
    if (id === undefined) continue;
    const known = animals.get(id);
    if (known === undefined) animals.set(id, { id, own: own.get(id), sightings: [sighting] });
    else known.sightings.push(sighting);
  }
  return animals;
}

/**
 * Whether the store must have shown the animal, despite the settle time, other clients and removal. `certain` may be wrong by the settle
 * time: a replica that lags may show what was just removed. So one omission proves nothing, and two do (judge/proof.ts).
 *
 *   seen ── settle time ── request ── seen      certain
 *   created ── settle time ── request           certain: no operation removes an animal, and no other client knows it yet
 *   seen, seen ── settle time ── request        may be removed
 */
function existenceIn(animals: ReadonlyMap<string, KnownAnimal>, settleMs: number) {
  const large = [...animals.keys()].map(BigInt).filter((known) => known >= MIN_ABSENT_ID);
  /** Whether the run made an id up, and nobody can have given it to an animal. */
  const isMadeUp = (id: string): boolean => {
    const asked = BigInt(id);
    return (
      asked >= MIN_ABSENT_ID && !large.some((known) => known !== asked && -NEAR < known - asked && known - asked < NEAR)
    );
  };
  /** @param status the status that the animal must have had, for a filtered list */
  return (id: string, exchange: Answered, status?: string): Existence => {
    const known = animals.get(id);
    const matches = ({ animal }: Sighting) => status === undefined || animal.status === status;
    const sightings = known?.sightings ?? [];
    const earlier = sightings.filter(({ exchange: one }) => one.received.at <= exchange.sent.at);
    /** The first of the matching sightings that follow each other up to the request. */
    const since = earlier[earlier.findLastIndex((one) => !matches(one)) + 1];
    if (since === undefined) return isMadeUp(id) ? 'absent' : 'unknown';
    // A get finds an animal from before the run at once.
    const isOld = known?.own === undefined && exchange.operation === 'getPet';
    if (!isOld && exchange.sent.at < since.exchange.received.at + settleMs) return 'too-early';
    const after = sightings.find(({ exchange: one }) => one.sent.at >= exchange.received.at);
    if (after !== undefined) return matches(after) ? 'certain' : 'may-be-removed';
    return earlier.length === 1 && since.exchange === known?.own?.exchange ? 'certain' : 'may-be-removed';
  };
}
