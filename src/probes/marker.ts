import { isAnswered } from '../exchange/exchange.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { Settings } from '../exchange/records/run-record.ts';
import { PET_STATUSES, type PetStatus } from '../spec/operations.ts';
import { inLetters } from '../store/animal.ts';
import { createdAnimals, listViews, unfiltered } from '../store/known.ts';
import { type Probe, probe, type Situation } from './probe.ts';

/** A service may refuse longer names. */
const LONGEST = 40;

/**
 * A unique animal name with the run's tag and the probe, of letters and blanks only: `Storecheck maepgh missing name`. The product name
 * tests that letter case is kept.
 */
export function markedName({ tag }: Settings, probe: string): string {
  const words = inLetters(`${tag} ${probe.replace(/^create\.(rejects\.)?/, '')}`).replace(/[^a-z]+/g, ' ');
  return `Storecheck ${words}`.slice(0, LONGEST).trimEnd();
}

/** The probe that creates the first animal: the valid counterpart of every refused payload. */
export const BASE_PROBE = 'create.available';
export const KNOWN_CATEGORY_PROBE = 'create.known-category';

/**
 * A unique number within int32, to recognise an animal whose name was rejected or changed.
 * @param slot a different one for each probe
 */
export function markedNumber(settings: Settings, slot: number): number {
  return 1_000_000_000 + ((Number.parseInt(settings.tag, 16) * 61 + slot * 7) % 1_000_000_000);
}

/** A category that the deployment knows, where it is configured to know only some or has refused ours; undefined if it takes any number. */
function onlyCategory({ head: { settings }, exchanges }: Situation): string | undefined {
  const refused = exchanges.some(
    (exchange) => exchange.probe === BASE_PROBE && isAnswered(exchange) && exchange.received.status === 400,
  );
  const twin = createdAnimals(exchanges).find(({ exchange }) => exchange.probe === KNOWN_CATEGORY_PROBE);
  return settings.categories?.[0] ?? (refused ? twin?.sent.categoryId : undefined);
}

export const literal = (value: string | number): string => JSON.stringify(value);

/** The values of a payload as JSON text, so that digits beyond 2^53 stay as written. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** The statuses with the most animals that a list of all showed, with those created since: the most frequent one first. */
export function statusCounts(exchanges: readonly Exchange[]): { readonly status: PetStatus; readonly count: number }[] {
  const created = createdAnimals(exchanges);
  const stores = unfiltered(listViews(exchanges)).map(({ animals, exchange: { seq } }) => [
    ...animals,
    ...created.flatMap(({ exchange, answered }) => (exchange.seq > seq ? answered : [])),
  ]);
  return PET_STATUSES.map((status) => {
    const counts = stores.map((animals) => animals.filter((animal) => animal.status === status).length);
    return { status, count: Math.max(0, ...counts) };
  }).sort((one, other) => other.count - one.count);
}

export type Own = ReturnType<typeof ownOf>;

/** A situation with what only one probe sends, by which its animal can be recognised. @param slot a different one for each probe */
export function ownOf(probe: string, slot: number, situation: Situation) {
  const { settings } = situation.head;
  const [mark, number] = [markedName(settings, probe), markedNumber(settings, slot)];
  /** The fields of a valid payload with the probe's name and number, and with changes. */
  const own = (change: Fields = {}): Fields => ({
    name: literal(mark),
    categoryId: onlyCategory(situation) ?? String(number),
    status: literal('available'),
    ...change,
  });
  /** A change to this category, unless the deployment knows only certain ones. */
  const inCategory = (digits: string): Fields => (onlyCategory(situation) === undefined ? { categoryId: digits } : {});
  return { ...situation, mark, number, own, inCategory };
}

/** A probe that creates an animal of its own. */
export const creating = (
  id: string,
  title: string,
  slot: number,
  build: (own: Own) => ReturnType<Probe['build']>,
  more: Partial<Probe> = {},
): Probe => probe(id, title, (situation) => build(ownOf(id, slot, situation)), { writes: true, ...more });

/** The members of a payload as JSON text; undefined fields are omitted. */
export const membersOf = (fields: Fields, write: (name: string, value: string) => string): string[] =>
  Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : write(name, value)));

/** A creation payload as JSON text. */
export const payload = (fields: Fields): string =>
  `{${membersOf(fields, (name, value) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
