import {
  category,
  create,
  lacking,
  literal,
  markedName,
  type Probe,
  payload,
  probe,
  type Situation,
  unneeded,
} from '../src/probes/index.ts';
import { PAGE, type PetStatus } from '../src/spec/operations.ts';
import { createdAnimals, listViews, unfiltered } from '../src/store/index.ts';

/** One more than the default page, which distinguishes a default from the end of the store. */
const ENOUGH = PAGE.default + 1;

/** The most animals with this status in a list of all, with those created since. */
export function countOf(status: PetStatus, { exchanges }: Situation): number {
  const counts = unfiltered(listViews(exchanges)).map(({ animals, exchange: { seq } }) => {
    const since = createdAnimals(exchanges).filter(({ exchange }) => exchange.seq > seq);
    return [...animals, ...since.map(({ answered }) => answered)].filter((animal) => animal.status === status).length;
  });
  return Math.max(0, ...counts);
}

/** Fills a small store until one status has more animals than a default page shows, and another one has two. */
const fill = (number: number): Probe => {
  const id = `list.fill-${number}`;
  const build = (situation: Situation) => {
    const { settings, exchanges } = situation;
    const whole = unfiltered(listViews(exchanges)).find(({ exchange }) => exchange.probe === 'list.maximum');
    if (whole === undefined) return lacking('probe-not-answered', { probe: 'list.maximum' });
    if (whole.items >= PAGE.default) return unneeded('enough-animals', { enough: PAGE.default });
    if (countOf('available', situation) >= ENOUGH) return unneeded('enough-available', { enough: ENOUGH });
    return create(
      payload({
        name: literal(markedName(settings, id)),
        categoryId: category(settings, exchanges, 50 + number),
        status: literal(number === 1 ? 'pending' : 'available'),
      }),
    );
  };
  return probe(id, 'one more animal', build, {
    writes: true,
    uses: ['list.maximum'],
    onlyIf: 'the store holds fewer than 20 animals',
  });
};

export const FILL_PROBES = Array.from({ length: ENOUGH }, (_, index) => fill(index + 1));
